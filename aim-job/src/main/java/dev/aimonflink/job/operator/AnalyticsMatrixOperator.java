package dev.aimonflink.job.operator;

import dev.aimonflink.core.kernel.KernelChoice;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.matrix.Asker;
import dev.aimonflink.core.matrix.EventPlace;
import dev.aimonflink.core.matrix.NanoClock;
import dev.aimonflink.core.matrix.Part;
import dev.aimonflink.core.matrix.Partition;
import dev.aimonflink.core.matrix.Partition.Outcome;
import dev.aimonflink.core.matrix.PartitionClocks;
import dev.aimonflink.core.matrix.PartitionSettings;
import dev.aimonflink.core.matrix.Progress;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.RowLimits;
import dev.aimonflink.core.matrix.SchemaEvolution;
import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.matrix.UpdateHook;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.core.query.Request;
import dev.aimonflink.core.query.ScanQuery;
import dev.aimonflink.core.query.SubscriberQuery;
import dev.aimonflink.core.query.VerifyColumns;
import dev.aimonflink.core.schema.Presets;
import dev.aimonflink.core.schema.SchemaDefinition;
import dev.aimonflink.core.schema.WindowClock;
import dev.aimonflink.core.wire.EventCodec;
import dev.aimonflink.core.wire.ProfileCodec;
import dev.aimonflink.core.wire.SchemaFile;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.DeadLetterCounter.Reason;
import dev.aimonflink.job.source.ClockReset;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.MergeInput;
import dev.aimonflink.job.stream.MessageSerializer;
import dev.aimonflink.job.stream.RecordFormat;
import dev.aimonflink.job.stream.SavedProgress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.stream.Stream;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition of the Analytics Matrix in Flink. The records are keyed state, so checkpoints, rescaling and the choice
 * of backend are Flink's; the columns are rebuilt from them after a restore.
 */
public final class AnalyticsMatrixOperator extends AbstractStreamOperator<MergeInput>
        implements TwoInputStreamOperator<MatrixInput, BroadcastInput, MergeInput> {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(AnalyticsMatrixOperator.class);
    private static final String RECORDS = "records";
    private static final String CLOCK = "clock";
    private static final String SCHEMA = "schema";
    private static final String PROGRESS = "progress";
    private static final long NEVER_RESTORED = 0;

    /** As long as Flink lets a checkpoint take by default: nobody reports the end of a savepoint. */
    static final Duration MAX_VERIFICATION_PAUSE = Duration.ofMinutes(10);

    private final transient JobSettings settings;
    private final transient NanoClock clock;
    private final transient NanoClock cpuClock;
    private final transient MailboxExecutor mailbox;
    private final transient TaskLoop loop = new TaskLoop();
    private transient ValueState<SubscriberRecord> records;
    private transient ListState<Long> clockState;
    private transient ListState<String> schemaState;
    private transient ListState<SavedProgress> progressState;
    private transient ClockReset clockReset;
    private transient SchemaEvolution evolution;
    private transient long restoredClockMs = WindowClock.NO_TIME;
    private transient long attempt = NEVER_RESTORED;
    private transient long newestCheckpoint;
    private transient Catalogue catalogue;
    private transient EventCodec deadLetterCodec;
    private transient Partition partition;
    private transient ScanSchedule schedule;
    private transient MatrixMetrics matrixMetrics;
    private transient SubscriberLimit limit;
    private transient KeyedRecords keyedRecords;
    private transient ProfileCodec profileCodec;

    AnalyticsMatrixOperator(
            StreamOperatorParameters<MergeInput> parameters,
            JobSettings settings,
            NanoClock clock,
            NanoClock cpuClock) {
        super(parameters);
        this.settings = settings;
        this.clock = clock;
        this.cpuClock = cpuClock;
        this.mailbox = parameters.getMailboxExecutor();
    }

    // ---- life

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        records = context.getKeyedStateStore()
                .getState(new ValueStateDescriptor<>(RECORDS, new MessageSerializer<>(new RecordFormat())));
        // Union: after a restore every partition hears all clocks and goes on from the newest.
        clockState = context.getOperatorStateStore()
                .getUnionListState(new ListStateDescriptor<>(CLOCK, LongSerializer.INSTANCE));
        schemaState = context.getOperatorStateStore()
                .getUnionListState(new ListStateDescriptor<>(SCHEMA, StringSerializer.INSTANCE));
        progressState = context.getOperatorStateStore()
                .getUnionListState(
                        new ListStateDescriptor<>(PROGRESS, new MessageSerializer<>(new SavedProgress.Format())));
        evolution = new SchemaEvolution(settings.schema(), earlierSchemas());
        attempt = context.getRestoredCheckpointId().orElse(NEVER_RESTORED);
        long newestMs = WindowClock.NO_TIME;
        for (long savedMs : clockState.get()) {
            newestMs = Math.max(newestMs, savedMs);
        }
        clockReset = new ClockReset(context.getOperatorStateStore(), settings.clockReset());
        restoredClockMs = clockReset.applyTo(newestMs);
        if (restoredClockMs != newestMs && getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0) {
            LOG.warn(ClockReset.warning(newestMs, restoredClockMs));
        }
    }

    /** What the restored records may be of: a savepoint without schemas is of the benchmark's. */
    private List<SchemaDefinition> earlierSchemas() throws Exception {
        Set<String> texts = new HashSet<>();
        for (String text : schemaState.get()) {
            texts.add(text);
        }
        List<SchemaDefinition> earlier = new ArrayList<>();
        for (String preset : Presets.names()) {
            earlier.add(SchemaFile.of(preset));
        }
        for (String text : texts) {
            earlier.add(SchemaFile.parse(text, "the schema in the savepoint"));
        }
        return earlier;
    }

    @Override
    public void open() throws Exception {
        super.open();
        catalogue = new Catalogue(settings.schema());
        deadLetterCodec = settings.eventFormat().newCodec();
        profileCodec = new ProfileCodec();
        limit = subscriberLimit();
        LOG.info("The most subscribers of this partition: {}.", limit);
        keyedRecords = new KeyedRecords(this, records);
        TaskInfo task = getRuntimeContext().getTaskInfo();
        Part.Source source = new Part.Source(task.getIndexOfThisSubtask(), task.getNumberOfParallelSubtasks(), attempt);
        partition = new Partition(
                source,
                new PartitionSettings(
                        settings.columnSet(),
                        settings.dimensions(),
                        settings.zone(),
                        kernels(),
                        new RowLimits(
                                limit.rows(),
                                settings.forgetAfter().map(Duration::toMillis).orElse(RowLimits.NEVER))),
                keyedRecords,
                UpdateHook.NONE,
                clocks(),
                this::sendScanned);
        matrixMetrics =
                new MatrixMetrics(getMetricGroup(), partition, settings.schema().windows());
        matrixMetrics.freshness(partition::oldestMs, getProcessingTimeService()::getCurrentProcessingTime);
        matrixMetrics.kernels(KernelChoice.chosen(), partition);
        schedule = new ScanSchedule(matrixMetrics.timed(partition::runSlice, cpuClock), loop);
        matrixMetrics.gear(schedule);
        matrixMetrics.limit(limit.rows());
        rebuildColumns();
        partition.progress().restore(savedProgress());
        EventGaps gaps = new EventGaps(clock.nanoTime());
        matrixMetrics.gaps(gaps);
        lookForGaps(gaps);
    }

    /** Of every partition at the checkpoint: its rows may be here now. */
    private List<List<EventPlace>> savedProgress() throws Exception {
        List<List<EventPlace>> saved = new ArrayList<>();
        for (SavedProgress each : progressState.get()) {
            saved.add(each.places().stream().map(this::putBack).toList());
        }
        return saved;
    }

    /** The event time that has put the clock forward is a Kafka partition's newest, too. */
    private EventPlace putBack(EventPlace place) {
        long newestMs = clockReset.applyTo(place.newestMs());
        return new EventPlace(place.partition(), place.nextOffset(), newestMs, place.atEnd());
    }

    private PartitionClocks clocks() {
        return new PartitionClocks(clock, cpuClock, getProcessingTimeService()::getCurrentProcessingTime);
    }

    /** Now and with every pulse. */
    private void lookForGaps(EventGaps gaps) {
        wakeIfThereIsWork(); // a verification whose rest is over
        gaps.look(clock.nanoTime(), matrixMetrics.eventsApplied());
        if (limit.isWarningDue(partition.rows())) {
            LOG.warn(
                    "This partition holds {} subscribers, and takes in no more than {}. Raise {}, give the TaskManagers more"
                            + " memory, or set {}.",
                    partition.rows(),
                    limit.rows(),
                    AimOptions.MAX_SUBSCRIBERS.key(),
                    AimOptions.FORGET_AFTER.key());
        }
        loop.after(EventGaps.PULSE_MS, () -> lookForGaps(gaps));
    }

    private SubscriberLimit subscriberLimit() {
        int parallelism = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        if (settings.maxSubscribers().isPresent()) {
            return SubscriberLimit.given(settings.maxSubscribers().get(), parallelism);
        }
        int slots = getContainingTask()
                .getEnvironment()
                .getTaskManagerInfo()
                .getConfiguration()
                .get(TaskManagerOptions.NUM_TASK_SLOTS);
        return SubscriberLimit.ofHeap(
                Runtime.getRuntime().maxMemory(),
                Math.min(Math.max(1, slots), parallelism),
                settings.columnSet(),
                getKeyedStateBackend() instanceof HeapKeyedStateBackend);
    }

    private static Kernels kernels() {
        KernelChoice choice = KernelChoice.chosen();
        if (choice.remedy().isEmpty()) {
            LOG.info("Scans run on {} kernels.", choice.kernels().name());
        } else {
            LOG.warn("Scans run on {} kernels. {}", choice.kernels().name(), choice.remedy());
        }
        return choice.kernels();
    }

    /** Keys first, then records: reading sets the current key, which must not happen under a key iterator. */
    private void rebuildColumns() throws IOException {
        partition.advanceTo(restoredClockMs);
        KeyedStateBackend<Long> backend = getKeyedStateBackend();
        long converted = 0;
        long putBack = 0;
        long[] subscriberIds;
        try (Stream<Long> keys = backend.getKeys(RECORDS, VoidNamespace.INSTANCE)) {
            subscriberIds = keys.mapToLong(Long::longValue).filter(this::isOurs).toArray();
        }
        for (long subscriberId : subscriberIds) {
            SubscriberRecord stored = keyedRecords.find(subscriberId);
            SubscriberRecord current = evolution.converted(stored);
            boolean isConverted = current.schemaFingerprint() != stored.schemaFingerprint();
            boolean wasAhead = partition.restore(current);
            if (isConverted || wasAhead) {
                setCurrentKey(subscriberId);
                records.update(current);
            }
            converted += isConverted ? 1 : 0;
            putBack += wasAhead ? 1 : 0;
        }
        if (putBack > 0) {
            LOG.info("{} records were of windows that are yet to come, which they have lost.", putBack);
        }
        if (converted > 0) {
            LOG.info("{} records were converted to the schema and the record format of this job.", converted);
        }
    }

    /** A backend may hold on to keys that a rescaling gave to others; asking for those fails. */
    private boolean isOurs(long subscriberId) {
        TaskInfo task = getRuntimeContext().getTaskInfo();
        int owner = KeyGroupRangeAssignment.assignKeyToParallelOperator(
                subscriberId, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks());
        return owner == task.getIndexOfThisSubtask();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        clockState.update(List.of(partition.nowMs()));
        progressState.update(List.of(new SavedProgress(partition.progress().places())));
        clockReset.snapshot();
        schemaState.update(List.of(SchemaFile.text(settings.schema().definition())));
        newestCheckpoint = context.getCheckpointId();
        // Until the checkpoint is written, each record that verification reads on the heap would be copied.
        partition.pauseVerification(
                getProcessingTimeService().getCurrentProcessingTime() + MAX_VERIFICATION_PAUSE.toMillis());
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        resumeVerification(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        super.notifyCheckpointAborted(checkpointId);
        resumeVerification(checkpointId);
    }

    private void resumeVerification(long checkpointId) {
        if (checkpointId >= newestCheckpoint) {
            partition.resumeVerification();
            wakeIfThereIsWork();
        }
    }

    // ---- input 1: what a subscriber's owner hears

    @Override
    public void processElement1(StreamRecord<MatrixInput> element) throws Exception {
        MatrixInput input = element.getValue();
        if (input instanceof MatrixInput.Call call) {
            apply(call);
        } else if (input instanceof MatrixInput.ProfileChange change) {
            apply(change);
        } else if (input instanceof MatrixInput.Forget forget) {
            erase(forget);
        } else if (input instanceof MatrixInput.PointQuery query) {
            answer(query);
        } else if (input instanceof MatrixInput.Progress progress && progress.attempt() == attempt) {
            partition.progress().advance(progress.places());
        }
        // Only now that the record is stored: verification compares it with the columns.
        schedule.recordProcessed(!partition.makeRoom());
    }

    private void apply(MatrixInput.Call call) throws Exception {
        SubscriberRecord stored = records.value();
        SubscriberRecord record = stored == null ? partition.newRecord(call.subscriberId()) : stored;
        Outcome outcome = partition.apply(record, call.event());
        if (outcome == Outcome.APPLIED) {
            records.update(record);
            matrixMetrics.eventApplied();
        } else if (outcome == Outcome.OVERFLOW) {
            layAside(call, Reason.OVERFLOW, "a total of subscriber " + call.subscriberId() + " would overflow");
        } else if (outcome == Outcome.FULL) {
            layAside(call, Reason.FULL, noRoomFor(call.subscriberId()));
        } else if (outcome == Outcome.LATE) {
            layAside(
                    call,
                    Reason.LATE,
                    "timestamp=" + call.event().timestampMs() + " is before every window of the matrix, whose time is "
                            + partition.nowMs());
        }
    }

    /** Encodes the event again: a call does not carry the bytes of its record. */
    private void layAside(MatrixInput.Call call, Reason reason, String sentence) {
        matrixMetrics.deadLetter(reason);
        DeadLetter letter = new DeadLetter(
                sentence,
                settings.eventsTopic(),
                call.partition(),
                call.offset(),
                null,
                deadLetterCodec.encode(call.event()));
        output.collect(SideOutputs.DEAD_LETTERS, new StreamRecord<>(letter));
    }

    private void apply(MatrixInput.ProfileChange change) throws Exception {
        SubscriberRecord stored = records.value();
        if (stored == null && change.profile() == null) {
            return; // nothing is known of this subscriber, so there is nothing to clear
        }
        SubscriberRecord record = stored == null ? partition.newRecord(change.subscriberId()) : stored;
        Outcome outcome = partition.apply(record, change.profile());
        if (outcome == Outcome.FULL) {
            layAside(change);
            return;
        }
        if (outcome == Outcome.FORGOTTEN) {
            records.clear();
        } else {
            records.update(record);
        }
        matrixMetrics.profileApplied();
    }

    /** Only a profile that is set needs room. */
    private void layAside(MatrixInput.ProfileChange change) {
        matrixMetrics.deadLetter(Reason.FULL);
        DeadLetter letter = new DeadLetter(
                noRoomFor(change.subscriberId()),
                settings.subscribersTopic(),
                change.partition(),
                change.offset(),
                profileCodec.encodeKey(change.subscriberId()),
                profileCodec.encode(change.profile()));
        output.collect(SideOutputs.DEAD_LETTERS, new StreamRecord<>(letter));
    }

    private String noRoomFor(long subscriberId) {
        return "there is no room for subscriber " + subscriberId + ": the partition holds " + partition.rows()
                + " of at" + " most " + limit.rows() + " subscribers (" + AimOptions.MAX_SUBSCRIBERS.key() + ")";
    }

    private void erase(MatrixInput.Forget forget) {
        records.clear();
        partition.forget(forget.subscriberId());
        if (partition.hasWork()) {
            schedule.wake();
        }
    }

    private void answer(MatrixInput.PointQuery query) throws Exception {
        SubscriberQuery lookup =
                (SubscriberQuery) catalogue.bind(query.request().call());
        send(partition.look(query.request().key(), lookup, records.value()).queuedFor(query.nanosSinceParsed()));
    }

    // ---- input 2: what everybody hears

    @Override
    public void processElement2(StreamRecord<BroadcastInput> element) {
        BroadcastInput input = element.getValue();
        if (input instanceof BroadcastInput.Turn turn) {
            partition.advanceTo(turn.timeMs());
        } else if (input instanceof BroadcastInput.Question question) {
            submit(question.request());
            wakeIfThereIsWork();
        }
    }

    private void submit(Request request) {
        Asker asker = new Asker(request.key(), request.clientId(), request.deadlineMs());
        Query query = catalogue.bind(request.call());
        if (query instanceof ScanQuery scan) {
            partition.submit(asker, scan);
        } else {
            partition.submit(asker, (VerifyColumns) query);
        }
    }

    private void wakeIfThereIsWork() {
        if (partition.hasWork()) {
            schedule.wake();
        }
    }

    /** The calls' time; the end of a bounded input is no time. */
    @Override
    public void processWatermark1(Watermark mark) throws Exception {
        if (mark.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
            partition.advanceTo(mark.getTimestamp());
            // With another hour a sweep for idle subscribers begins.
            if (partition.hasWork()) {
                schedule.wake();
            }
        }
        super.processWatermark1(mark);
    }

    /** How far this partition is in the events topic. */
    Progress progress() {
        return partition.progress();
    }

    // ---- for the partition

    private void sendScanned(Part part) {
        matrixMetrics.scanned(part.rowsScanned());
        send(part);
    }

    private void send(Part part) {
        if (part.error() != null && part.error().code() == QueryError.Code.INTERNAL) {
            LOG.error("Request {}: {}", part.requestKey(), part.error().message());
        }
        output.collect(new StreamRecord<>(new MergeInput.Arrival(part)));
    }

    private final class TaskLoop implements ScanSchedule.Loop {
        @Override
        public void enqueue(Runnable mail) {
            mailbox.execute(mail::run, "a slice of a scan");
        }

        @Override
        public void after(long delayMs, Runnable callback) {
            long nowMs = getProcessingTimeService().getCurrentProcessingTime();
            // Flink fails the task if the callback does, and drops the timer when the task ends.
            ScheduledFuture<?> unused =
                    getProcessingTimeService().registerTimer(nowMs + delayMs, timestampMs -> callback.run());
        }
    }
}
