package dev.aimonflink.job.operator;

import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageLayout;
import dev.aimonflink.job.rule.MatrixRules;
import dev.aimonflink.matrix.format.event.EventReader;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.TooManyTextsException;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.query.serve.partition.Partition;
import java.util.Arrays;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Applies events and profiles to the records in keyed state, and sends rejected ones to the dead letters. */
final class MatrixWriter {
    private final Model model;
    private final EventType type;
    private final EventReader reader;
    private final long layoutOfEvents;
    private final long layoutOfProfiles;

    /** The present chunk's events, reused. */
    private DeclaredEvent[] events = {};

    private int[] rows = {};
    private EntityRecord[] found = {};

    private final KeyedRecords records;
    private final Partition partition;
    private final MatrixRules rules;
    private final MatrixMetrics metrics;
    private final MatrixDeadLetters deadLetters;
    private final boolean storedInPlace;

    /** Keeps the compiler from omitting {@link Partition#touch}. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    MatrixWriter(
            Model model,
            KeyedRecords records,
            Partition partition,
            MatrixRules rules,
            MatrixMetrics metrics,
            MatrixDeadLetters deadLetters) {
        this.model = model;
        this.type = model.event();
        this.reader = new EventReader(type);
        layoutOfEvents = MessageLayout.ofEvents(type);
        layoutOfProfiles = MessageLayout.ofProfiles(model.entity());
        this.records = records;
        this.partition = partition;
        this.rules = rules;
        this.metrics = metrics;
        this.deadLetters = deadLetters;
        storedInPlace = records.areStoredInPlace();
    }

    /**
     * Refuses a message that a job with another model wrote, which only a restored checkpoint can hold.
     *
     * @throws SuppressRestartsException because no restart helps
     */
    private void requireSame(long layout, long own, String inFlight, String parts) {
        if (layout != own && layout != MessageLayout.UNKNOWN) {
            throw new SuppressRestartsException(new InvalidInputException("The state to restore has " + inFlight
                    + " in flight of a model with other " + parts + " than model=" + model.name()
                    + ". Restore it with the model that it was taken with, stop the job with a savepoint, which has nothing"
                    + " in flight, and restore that with the changed model."));
        }
    }

    /**
     * On the heap all records are found and touched first: see {@link Partition#touch}.
     *
     * @param latestMs up to which time these events' clocks count; {@link Long#MAX_VALUE} except for what was in flight before a reset
     */
    void apply(MatrixInput.Events chunk, long latestMs) throws Exception {
        requireSame(chunk.layout(), layoutOfEvents, "events", "fields");
        rules.judgeBy(chunk.rulesTopic(), chunk.rules());
        reserve(chunk.count());
        reader.begin(chunk.packed());
        for (int i = 0; i < chunk.count(); i++) {
            reader.readWithPosition(events[i]);
            events[i].clockMs(Math.min(events[i].clockMs(), latestMs));
        }
        if (storedInPlace) {
            find(chunk.count());
        }
        for (int i = 0; i < chunk.count(); i++) {
            // An earlier event of the chunk may have stored the entity's first record.
            if (events[i].timestampMs() > latestMs) {
                deadLetters.addAheadOfReset(events[i]);
            } else {
                apply(events[i], found[i] == null ? records.find(events[i].key()) : found[i]);
            }
            found[i] = null;
            partition.makeRoom();
        }
    }

    private void reserve(int count) {
        if (count > events.length) {
            int had = events.length;
            events = Arrays.copyOf(events, count);
            for (int i = had; i < count; i++) {
                events[i] = new DeclaredEvent(type);
            }
            rows = new int[count];
            found = new EntityRecord[count];
        }
    }

    private void find(int count) {
        for (int i = 0; i < count; i++) {
            rows[i] = partition.rowOf(events[i]);
        }
        records.find(events, count, rows, found);
        for (int i = 0; i < count; i++) {
            if (found[i] != null) {
                touched += partition.touch(found[i], events[i]);
            }
        }
    }

    private void apply(DeclaredEvent event, EntityRecord stored) throws Exception {
        EntityRecord record = stored == null ? partition.newRecord(event.key()) : stored;
        Effect outcome;
        try {
            outcome = partition.apply(record, event);
        } catch (FilterFailure failure) {
            deadLetters.add(event, failure);
            return;
        }
        if (outcome == Effect.APPLIED) {
            store(record, stored);
            metrics.eventApplied();
            return;
        }
        if (outcome == Effect.OVERFLOW && stored != null) {
            store(record, stored); // It has turned, by which later events are judged.
        }
        deadLetters.add(event, record, outcome);
    }

    void apply(MatrixInput.ProfileChange change) throws Exception {
        requireSame(change.layout(), layoutOfProfiles, "profiles", "attributes");
        EntityRecord stored = records.find(change.key());
        if (stored == null && change.attributes().isEmpty()) {
            return; // an unknown entity has no profile to clear
        }
        EntityRecord record = stored == null ? partition.newRecord(change.key()) : stored;
        Effect outcome;
        try {
            outcome = partition.apply(record, change.attributes());
        } catch (TooManyTextsException tooMany) {
            deadLetters.add(change, tooMany);
            return;
        }
        if (outcome == Effect.FULL) {
            deadLetters.add(change);
            return;
        }
        if (outcome == Effect.FORGOTTEN) {
            records.remove(change.key());
        } else {
            store(record, stored);
        }
        metrics.profileApplied();
    }

    /** Erases an entity; one without a row has no record either, and costs neither memory nor work. */
    void apply(MatrixInput.Forget forget) {
        if (partition.rowOf(forget.key()) >= 0) {
            records.remove(forget.key());
            partition.forget(forget.key());
        }
    }

    private void store(EntityRecord record, EntityRecord stored) throws Exception {
        if (stored == null || !storedInPlace) {
            records.update(record);
        }
    }
}
