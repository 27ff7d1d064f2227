package dev.aimonflink.job.operator;

import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.SavedProgress;
import dev.aimonflink.job.source.ClockReset;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.ColumnChoice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The matrix's operator state besides its records: clock, model, progress and clock reset. It is union state, because a rescaling may move
 * the rows of any partition to this one. The numbers of applied events are not: a rescaling hands each to one partition, so that their sum
 * stays. What is the same in all partitions is written by the first and read by each.
 */
final class MatrixState {
    private static final Logger LOG = LoggerFactory.getLogger(MatrixState.class);

    private static final String CLOCK = "clock";
    private static final String PROGRESS = "progress";
    private static final String APPLIED = "applied";
    private static final String COLUMNS = "columns";

    private final boolean isFirst;
    private final ListState<Long> clocks;
    private final SavedModels models;
    private final ListState<SavedProgress> progress;
    private final ListState<Long> applied;

    /** Those of the first partition that are not of the setting: why each is kept, a space, and its name. */
    private final ListState<String> columns;

    private final ClockReset clockReset;
    private final long newestClockMs;

    /** For assertions. */
    private boolean isProgressTaken;

    MatrixState(OperatorStateStore store, Optional<Instant> clockResetTo, boolean isFirst) throws Exception {
        this.isFirst = isFirst;
        clocks = store.getUnionListState(new ListStateDescriptor<>(CLOCK, LongSerializer.INSTANCE));
        models = new SavedModels(store);
        progress = store.getUnionListState(
                new ListStateDescriptor<>(PROGRESS, new MessageSerializer<>(new SavedProgress.Format())));
        applied = store.getListState(new ListStateDescriptor<>(APPLIED, LongSerializer.INSTANCE));
        columns = store.getUnionListState(new ListStateDescriptor<>(COLUMNS, StringSerializer.INSTANCE));
        clockReset = new ClockReset(store, clockResetTo);
        long newestMs = WindowClock.NO_TIME;
        for (long savedMs : clocks.get()) {
            newestMs = Math.max(newestMs, savedMs);
        }
        newestClockMs = newestMs;
    }

    /** The newest clock of all partitions, put back if a clock reset is due. */
    long restoredClockMs() {
        return clockReset.applyTo(newestClockMs);
    }

    /** The warning that the restored clock was put back: from one partition, because it is the same in all. */
    Optional<String> clockWarning() {
        long restoredMs = restoredClockMs();
        return !isFirst || restoredMs == newestClockMs
                ? Optional.empty()
                : Optional.of(ClockReset.warning(newestClockMs, restoredMs));
    }

    /** Up to which time restored in-flight messages count, before a due clock reset. */
    long latestInFlightMs() {
        return clockReset.latestInFlightMs();
    }

    List<Model> restoredModels() throws Exception {
        return models.restored();
    }

    /** The progress of every partition at the checkpoint; can be called once, because it is then dropped. */
    List<List<EventPlace>> restoredProgress() throws Exception {
        assert !isProgressTaken : "the restored progress is taken once";
        isProgressTaken = true;
        List<List<EventPlace>> restored = new ArrayList<>();
        for (SavedProgress each : progress.get()) {
            restored.add(each.places().stream().map(this::putBack).toList());
        }
        progress.clear();
        return restored;
    }

    /** How many events this partition takes over as applied; none from a savepoint without the numbers. */
    long restoredApplied() throws Exception {
        long sum = 0;
        for (long each : applied.get()) {
            sum += each;
        }
        return sum;
    }

    /** The columns that were kept beside those of the setting, if the model still has them. */
    Map<String, ColumnChoice.Why> restoredColumns(MatrixSchema schema) throws Exception {
        Map<String, ColumnChoice.Why> kept = new LinkedHashMap<>();
        for (String saved : columns.get()) {
            String[] whyAndName = saved.split(" ", 2);
            if (schema.contains(whyAndName[1])) {
                kept.put(schema.column(whyAndName[1]).name(), ColumnChoice.Why.of(whyAndName[0]));
            } else if (isFirst) {
                LOG.warn(
                        "The model has no column '{}' any more, which was kept because it was {}.",
                        whyAndName[1],
                        whyAndName[0]);
            }
        }
        return kept;
    }

    /** The event time that put the clock forward is also the newest of a Kafka partition. */
    private EventPlace putBack(EventPlace place) {
        return place.of(clockReset.applyTo(place.newestMs()));
    }

    void snapshot(Partition partition, Model model) throws Exception {
        clocks.update(List.of(partition.nowMs()));
        progress.update(List.of(new SavedProgress(partition.progress().places())));
        applied.update(List.of(partition.progress().applied()));
        columns.update(
                isFirst
                        ? partition.columns().saved().entrySet().stream()
                                .map(each -> each.getValue().label() + " " + each.getKey())
                                .toList()
                        : List.of());
        clockReset.snapshot(isFirst);
        models.write(model, isFirst);
    }
}
