package dev.aimonflink.job.operator;

import dev.aimonflink.core.partition.Partition;
import dev.aimonflink.core.partition.UpdateHook;
import dev.aimonflink.core.pass.Asker;
import dev.aimonflink.core.pass.NanoClock;
import dev.aimonflink.core.pass.Part;
import dev.aimonflink.core.pass.PartitionClocks;
import dev.aimonflink.core.pass.QueryError;
import dev.aimonflink.core.pass.QueryFailure;
import dev.aimonflink.core.pass.Scannable;
import dev.aimonflink.core.query.CancelRequest;
import dev.aimonflink.core.query.PointQuery;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.core.query.Request;
import dev.aimonflink.core.query.ScanQuery;
import dev.aimonflink.core.query.VerifyColumns;
import dev.aimonflink.core.record.EntityRecord;
import dev.aimonflink.core.record.SchemaEvolution;
import dev.aimonflink.core.row.PartitionSettings;
import dev.aimonflink.core.row.Progress;
import dev.aimonflink.core.row.RowLimits;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.job.plan.AwaitedPlans;
import dev.aimonflink.job.plan.Plan;
import dev.aimonflink.job.plan.Planner;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.stream.Attempt;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.MergeInput;
import dev.aimonflink.job.stream.TopicHealth;
import dev.aimonflink.job.warmup.KernelLease;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
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

    private static final LimitedLog DEFECTS = new LimitedLog(LOG);

    /** The part of the heap that statements in SQL may take, in percent: beside that of {@link SubscriberLimit}. */
    private static final int SQL_HEAP_PERCENT = 15;

    /** Flink's default checkpoint timeout. The operator gets no notice of the end of a savepoint. */
    static final Duration MAX_REST = Duration.ofMinutes(10);

    private final transient JobSettings settings;
    private final transient NanoClock clock;
    private final transient NanoClock cpuClock;
    private final transient CheckpointPacing pacing;
    private final transient KernelLease kernelLease;
    private final transient PlannerSource planners;
    private final transient MailboxExecutor mailbox;
    private final transient TaskLoop loop = new TaskLoop();
    private transient ValueState<EntityRecord> records;
    private transient MatrixState state;
    private transient long attempt;
    private transient long newestCheckpoint;
    private transient Planner planner;
    private transient AwaitedPlans plans;

    /** Whether the newest one is the savepoint that ends the job. */
    private transient boolean isStopping;

    private transient TopicHealth results;
    private transient Partition partition;
    private transient ScanSchedule schedule;
    private transient MatrixMetrics matrixMetrics;
    private transient SubscriberLimit limit;
    private transient KeyedRecords keyedRecords;
    private transient AwaitedEvents awaited;
    private transient MatrixWriter writer;

    AnalyticsMatrixOperator(
            StreamOperatorParameters<MergeInput> parameters,
            JobSettings settings,
            NanoClock clock,
            NanoClock cpuClock,
            CheckpointPacing pacing,
            KernelLease kernelLease,
            PlannerSource planners) {
        super(parameters);
        this.settings = settings;
        this.clock = clock;
        this.cpuClock = cpuClock;
        this.pacing = pacing;
        this.kernelLease = kernelLease;
        this.planners = planners;
        this.mailbox = parameters.getMailboxExecutor();
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        records = context.getKeyedStateStore().getState(KeyedRecords.descriptor(pacing));
        attempt = Attempt.of(context);
        state = new MatrixState(
                context.getOperatorStateStore(),
                settings.clockReset(),
                getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0);
        state.clockWarning().ifPresent(LOG::warn);
    }

    @Override
    public void open() throws Exception {
        super.open();
        results = TopicHealth.of(getRuntimeContext().getJobInfo().getJobId(), settings.resultsTopic());
        planner = planners.open(getRuntimeContext().getJobInfo().getJobId(), settings);
        plans = new AwaitedPlans(planner, mail -> mailbox.execute(mail::run, "the plan of a text"));
        keyedRecords = new KeyedRecords(this, records);
        limit = subscriberLimit();
        LOG.info("This partition holds at most {} rows.", limit);
        if (keyedRecords.areStoredInPlace()) {
            LOG.info("Its checkpoints are written {}.", pacing);
        }
        final long sqlBytes = settings.sqlTotalBytes().orElseGet(this::shareOfHeap);
        LOG.info(
                "The statements that run in this partition may keep {} together, set by {}, or by the heap without it.",
                new MemorySize(sqlBytes).toHumanReadableString(),
                AimOptions.SQL_MAX_TOTAL_MEMORY.key());
        TaskInfo task = getRuntimeContext().getTaskInfo();
        Part.Source source = new Part.Source(task.getIndexOfThisSubtask(), task.getNumberOfParallelSubtasks(), attempt);
        partition = new Partition(
                source,
                new PartitionSettings(
                        settings.columnSet(),
                        settings.tables(),
                        settings.zone(),
                        kernelLease.kernels(),
                        new RowLimits(
                                limit.rows(),
                                settings.forgetAfter().map(Duration::toMillis).orElse(RowLimits.NEVER)),
                        sqlBytes),
                keyedRecords,
                UpdateHook.NONE,
                clocks(),
                this::sendScanned);
        awaited = new AwaitedEvents(settings.eventsTopic(), partition.progress()::places);
        matrixMetrics =
                new MatrixMetrics(getMetricGroup(), partition, settings.schema().windows());
        matrixMetrics.freshness(new FreshnessLag(
                partition::oldestMs, partition::nowMs, getProcessingTimeService()::getCurrentProcessingTime));
        matrixMetrics.kernels(partition);
        matrixMetrics.awaiting(awaited);
        schedule = new ScanSchedule(matrixMetrics.timed(partition::runSlice, cpuClock), loop);
        matrixMetrics.gear(schedule);
        matrixMetrics.limit(limit.rows());
        MatrixDeadLetters deadLetters = new MatrixDeadLetters(settings, partition, limit, matrixMetrics, output);
        writer = new MatrixWriter(settings.model(), keyedRecords, partition, matrixMetrics, deadLetters);
        partition.advanceTo(state.restoredClockMs());
        rebuildColumns();
        partition.progress().restore(state.restoredProgress());
        kernelLease.awaitWarmth();
        EventGaps gaps = new EventGaps(clock.nanoTime());
        matrixMetrics.gaps(gaps);
        pulse(gaps);
    }

    private PartitionClocks clocks() {
        return new PartitionClocks(clock, cpuClock, getProcessingTimeService()::getCurrentProcessingTime);
    }

    /** Runs at every {@link EventGaps#PULSE_MS}: wakes what rests too long, measures gaps, and warns. */
    private void pulse(EventGaps gaps) {
        wakeIfThereIsWork();
        gaps.look(clock.nanoTime(), matrixMetrics.eventsApplied());
        if (limit.isWarningDue(partition.rows())) {
            LOG.warn(
                    "This partition holds {} rows of at most {}. Raise {}, give the TaskManagers more memory, or"
                            + " set {}.",
                    partition.rows(),
                    limit.rows(),
                    AimOptions.MAX_SUBSCRIBERS.key(),
                    AimOptions.FORGET_AFTER.key());
        }
        loop.after(EventGaps.PULSE_MS, () -> pulse(gaps));
    }

    private SubscriberLimit subscriberLimit() {
        int parallelism = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        if (settings.maxSubscribers().isPresent()) {
            return SubscriberLimit.given(settings.maxSubscribers().get(), parallelism);
        }
        return SubscriberLimit.ofHeap(
                Runtime.getRuntime().maxMemory(),
                partitionsOfHeap(),
                settings.columnSet(),
                keyedRecords.areStoredInPlace());
    }

    /** How much the statements of this partition may keep where no option says it. */
    private long shareOfHeap() {
        return Runtime.getRuntime().maxMemory() / 100 * SQL_HEAP_PERCENT / partitionsOfHeap();
    }

    /** How many partitions share the heap, at most. */
    private int partitionsOfHeap() {
        int slots = getContainingTask()
                .getEnvironment()
                .getTaskManagerInfo()
                .getConfiguration()
                .get(TaskManagerOptions.NUM_TASK_SLOTS);
        return Math.min(Math.max(1, slots), getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks());
    }

    @Override
    public void close() throws Exception {
        kernelLease.close();
        if (planner != null) {
            planner.close();
        }
        super.close();
    }

    private void rebuildColumns() throws Exception {
        SchemaEvolution evolution = new SchemaEvolution(settings.schema(), state.restoredModels());
        TaskInfo task = getRuntimeContext().getTaskInfo();
        new ColumnRebuild(keyedRecords, evolution, partition).run(KeyedRecords.ownKeys(getKeyedStateBackend(), task));
    }

    /** Paces what another thread writes later. RocksDB, and other backends, write records on the task's own thread. */
    @Override
    public OperatorSnapshotFutures snapshotState(
            long checkpointId, long timestampMs, CheckpointOptions options, CheckpointStreamFactory factory)
            throws Exception {
        isStopping = options.getCheckpointType() instanceof SavepointType savepoint && savepoint.isSynchronous();
        if (keyedRecords.areStoredInPlace() && !options.getCheckpointType().isSavepoint()) {
            pacing.open(partition.rows());
        }
        try {
            return super.snapshotState(checkpointId, timestampMs, options, factory);
        } finally {
            pacing.close();
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        keyedRecords.snapshotBegins();
        state.snapshot(partition, settings.schema().model());
        newestCheckpoint = context.getCheckpointId();
        // While the checkpoint is written, the heap backend copies each record that is read.
        partition.restUntil(getProcessingTimeService().getCurrentProcessingTime() + MAX_REST.toMillis());
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        endRest(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        super.notifyCheckpointAborted(checkpointId);
        endRest(checkpointId);
    }

    private void endRest(long checkpointId) {
        if (checkpointId >= newestCheckpoint) {
            partition.endRest();
            if (!isStopping) {
                wakeIfThereIsWork();
            }
        }
    }

    /** Ends the scans of a job that is drained: the tasks behind this one take nothing after the end of the input. */
    @Override
    public void finish() throws Exception {
        schedule.end();
        plans.end();
        super.finish();
    }

    @Override
    public void processElement1(StreamRecord<MatrixInput> element) throws Exception {
        MatrixInput input = element.getValue();
        int count = 1;
        if (input instanceof MatrixInput.Events events) {
            final long turns = partition.turns();
            writer.apply(events);
            count = events.count();
            if (partition.turns() != turns) {
                wakeIfThereIsWork(); // columns of sliding windows are refilled
            }
        } else if (input instanceof MatrixInput.ProfileChange change) {
            writer.apply(change);
        } else if (input instanceof MatrixInput.Forget forget) {
            erase(forget);
        } else if (input instanceof MatrixInput.PointQuery query) {
            accept(query);
        } else if (input instanceof MatrixInput.Progress progress && progress.attempt() == attempt) {
            partition.progress().advance(progress.places());
            awaited.advanced(nowMs());
            wakeIfThereIsWork();
        }
        // After the record is stored, because verification compares it with the columns.
        schedule.recordsProcessed(count, !partition.makeRoom());
    }

    /** Erases an entity. One without a row has no record either: what is not there costs neither memory nor work. */
    private void erase(MatrixInput.Forget forget) {
        if (partition.rowOf(forget.key()) < 0) {
            return;
        }
        keyedRecords.remove(forget.key());
        partition.forget(forget.key());
        wakeIfThereIsWork();
    }

    private void accept(MatrixInput.PointQuery query) throws Exception {
        Request request = query.request();
        plans.follow(request, null, plan -> accept(query, plan));
    }

    private void accept(MatrixInput.PointQuery query, Plan plan) throws Exception {
        Request request = query.request();
        if (plan.error() != null) {
            send(partition.refuseLook(request.key(), plan.error()));
            return;
        }
        awaited.whenThere(
                request,
                nowMs(),
                () -> answer(query, (PointQuery) plan.query()),
                error -> send(partition.refuseLook(request.key(), error)));
    }

    private long nowMs() {
        return getProcessingTimeService().getCurrentProcessingTime();
    }

    private void answer(MatrixInput.PointQuery query, PointQuery lookup) throws Exception {
        Part part = partition.look(query.request().key(), lookup, keyedRecords.find(query.key()));
        part = part.queuedFor(query.nanosSinceParsed());
        send(query.request().wantsProgress() ? part.with(partition.progress().places()) : part);
    }

    @Override
    public void processElement2(StreamRecord<BroadcastInput> element) throws Exception {
        BroadcastInput input = element.getValue();
        if (input instanceof BroadcastInput.Turn turn) {
            partition.advanceTo(turn.timeMs());
            wakeIfThereIsWork(); // columns of sliding windows are refilled
        } else if (input instanceof BroadcastInput.Question question) {
            accept(question);
            wakeIfThereIsWork();
        } else if (input instanceof BroadcastInput.SecondRound round
                && round.execution().attempt() == attempt) {
            goOn(round);
            wakeIfThereIsWork();
        }
        schedule.recordsProcessed(1, false);
    }

    private void goOn(BroadcastInput.SecondRound round) throws Exception {
        if (round.isNone()) {
            partition.dropRequest(round.requestKey());
            return;
        }
        Scannable held = partition.held(round.requestKey());
        if (held == null) {
            partition.goOn(round.requestKey(), query -> query);
            return;
        }
        plans.second(round.requestKey(), (ScanQuery) held, round.values(), plan -> goOn(round.requestKey(), plan));
    }

    private void goOn(String requestKey, Plan plan) {
        partition.goOn(requestKey, held -> {
            if (plan.error() != null) {
                throw new QueryFailure(plan.error());
            }
            return (ScanQuery) plan.query();
        });
        wakeIfThereIsWork();
    }

    private void accept(BroadcastInput.Question question) throws Exception {
        plans.follow(question.request(), question.tableValues(), plan -> accept(question.request(), plan));
    }

    private void accept(Request request, Plan plan) throws Exception {
        if (plan.error() != null) {
            // The reader of queries has planned the same, but limits of time may end it here.
            send(partition.refuse(asker(request), plan.error()));
            return;
        }
        awaited.whenThere(
                request,
                nowMs(),
                () -> submit(request, plan.query()),
                error -> send(partition.refuse(asker(request), error)));
        wakeIfThereIsWork();
    }

    private static Asker asker(Request request) {
        return new Asker(
                request.key(), request.requestId(), request.clientId(), request.deadlineMs(), request.wantsProgress());
    }

    private static final QueryError RESULTS_UNWRITABLE = new QueryError(
            QueryError.Code.OVERLOADED,
            "The job cannot write answers now, or not as fast as they come. Ask again later; aim doctor says what is"
                    + " wrong.");

    private void submit(Request request, Query query) {
        Asker asker = asker(request);
        if (query instanceof ScanQuery scan) {
            if (results.isWritable()) {
                partition.submit(asker, scan);
            } else {
                send(partition.refuse(asker, RESULTS_UNWRITABLE));
            }
        } else if (query instanceof CancelRequest cancel) {
            List<Request> unplanned = plans.cancel(request.clientId(), cancel.requestId());
            unplanned.forEach(each -> send(partition.refuse(asker(each), QueryError.CANCELLED)));
            int waiting = unplanned.size() + awaited.cancel(request.clientId(), cancel.requestId());
            int inPasses = partition.cancel(request.clientId(), cancel.requestId());
            send(partition.part(asker, cancel.partial(waiting + inPasses)));
        } else {
            partition.submit(asker, (VerifyColumns) query);
        }
    }

    private void wakeIfThereIsWork() {
        if (partition.hasWork()) {
            schedule.wake();
        }
    }

    /** Advances the partition to the time of the calls. The last watermark of a bounded input is not a time. */
    @Override
    public void processWatermark1(Watermark mark) throws Exception {
        if (mark.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
            partition.advanceTo(mark.getTimestamp());
            wakeIfThereIsWork(); // a new hour starts a sweep for idle subscribers, a new pane a refill
        }
        super.processWatermark1(mark);
    }

    /** Returns how far this partition has read the events topic. */
    Progress progress() {
        return partition.progress();
    }

    /** Returns the stored records. */
    KeyedRecords keyedRecords() {
        return keyedRecords;
    }

    private void sendScanned(Part part) {
        matrixMetrics.scanned(part.rowsScanned());
        send(part);
    }

    private void send(Part part) {
        if (part.error() != null && part.error().code() == QueryError.Code.INTERNAL) {
            DEFECTS.error(
                    "Request {}: {}", null, part.requestKey(), part.error().message());
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
