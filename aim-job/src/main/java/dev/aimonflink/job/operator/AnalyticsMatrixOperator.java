package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.Attempt;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.job.metrics.PerSecond;
import dev.aimonflink.job.metrics.RecentTimes;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.rule.AlertOutput;
import dev.aimonflink.job.rule.AppliedRules;
import dev.aimonflink.job.rule.MatrixRules;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.job.rule.RulesWatch;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.job.warmup.KernelLease;
import dev.aimonflink.matrix.row.Progress;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.Slices;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.ScanThread;
import dev.aimonflink.rules.scan.RuleChecks;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.LoggerFactory;

/**
 * One partition of the Analytics Matrix in Flink. The records are keyed state, so checkpoints, rescaling and the backend are Flink's; the
 * columns are rebuilt from them after a restore.
 */
public final class AnalyticsMatrixOperator extends AbstractStreamOperator<MergeInput>
        implements TwoInputStreamOperator<MatrixInput, BroadcastInput, MergeInput> {
    private static final long serialVersionUID = 1L;

    private final transient JobSettings settings;
    private final transient NanoClock clock;
    private final transient NanoClock cpuClock;
    private final transient LongSupplier nowMicros;
    private final transient CheckpointPacing pacing;
    private final transient KernelLease kernelLease;
    private final transient PlannerSource planners;
    private final transient RulesSource rulesSource;
    private final transient MailboxExecutor mailbox;
    private transient MatrixState state;
    private transient long attempt;
    private transient ScanThread scanThread;
    private transient Partition partition;
    private transient KeyedRecords keyedRecords;
    private transient AppliedRules appliedRules;
    private transient MatrixWriter writer;
    private transient RulesWatch rules;
    private transient RuleChecks checks;
    private transient MatrixRequests requests;
    private transient ScanSchedule schedule;
    private transient TaskLoop loop;
    private transient EntitiesPerPartition limit;
    private transient long mostBytesOfAskedColumns;
    private transient MatrixMetrics matrixMetrics;
    private transient RecentTimes decodedToApplied;
    private transient CheckpointWriting checkpoints;

    AnalyticsMatrixOperator(
            StreamOperatorParameters<MergeInput> parameters,
            JobSettings settings,
            NanoClock clock,
            NanoClock cpuClock,
            LongSupplier nowMicros,
            CheckpointPacing pacing,
            KernelLease kernelLease,
            PlannerSource planners,
            RulesSource rulesSource) {
        super(parameters);
        this.settings = settings;
        this.clock = clock;
        this.cpuClock = cpuClock;
        this.nowMicros = nowMicros;
        this.pacing = pacing;
        this.kernelLease = kernelLease;
        this.planners = planners;
        this.rulesSource = rulesSource;
        this.mailbox = parameters.getMailboxExecutor();
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        keyedRecords = new KeyedRecords(
                this,
                context.getKeyedStateStore(),
                pacing,
                settings.schema().layout().bytes());
        attempt = Attempt.of(context);
        state = new MatrixState(
                context.getOperatorStateStore(),
                settings.clockReset(),
                getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0);
        appliedRules = new AppliedRules(
                context.getOperatorStateStore(), getRuntimeContext().getTaskInfo());
    }

    @Override
    public void open() throws Exception {
        super.open();
        final TaskInfo task = getRuntimeContext().getTaskInfo();
        loop = new TaskLoop(mailbox, getProcessingTimeService());
        final PartOutput parts = new PartOutput(output);
        PartitionShare share = PartitionShare.of(settings, getContainingTask().getEnvironment());
        limit = share.rows(keyedRecords.areStoredInPlace());
        keyedRecords.mayRemember(share.bytesOfFirings());
        PartitionClocks clocks = new PartitionClocks(clock, cpuClock, loop::nowMs);
        scanThread = newScanThread(task, clocks);
        partition = new Partition(
                new Part.Source(task.getIndexOfThisSubtask(), task.getNumberOfParallelSubtasks(), attempt),
                share.settings(limit, kernelLease.kernels()),
                keyedRecords,
                clocks,
                part -> {
                    matrixMetrics.scanned(part);
                    if (!checks.takes(part)) {
                        parts.send(part);
                    }
                },
                scanThread);
        share.schedule(partition.queries().scheduler(), task.getIndexOfThisSubtask());
        checkpoints =
                new CheckpointWriting(partition, pacing, keyedRecords.areStoredInPlace(), this::wakeIfThereIsWork);
        matrixMetrics =
                new MatrixMetrics(getMetricGroup(), partition, settings.schema().windows(), loop::nowMs);
        rules = rulesSource.open(settings);
        MatrixRules judging = newRules(task, clocks);
        checks = judging.checks();
        writer = new MatrixWriter(
                settings.model(),
                keyedRecords,
                partition,
                judging,
                matrixMetrics,
                new MatrixDeadLetters(settings, partition, limit, matrixMetrics, output));
        requests = new MatrixRequests(
                settings,
                getRuntimeContext().getJobInfo().getJobId(),
                planners,
                loop,
                partition,
                keyedRecords,
                judging,
                parts::send,
                this::wakeIfThereIsWork);
        schedule = new ScanSchedule(
                matrixMetrics.timed(this::runSlice, cpuClock), loop, settings.maxScanShare(), clock::nanoTime);
        partition.queries().scheduler().saturatedIf(schedule::isSaturated);
        matrixMetrics.show(requests, schedule, limit, keyedRecords);
        matrixMetrics.show(scanThread);
        new PartitionRestore(state, keyedRecords, settings.schema(), partition, checks)
                .run(KeyedRecords.ownKeys(getKeyedStateBackend(), task));
        kernelLease.awaitWarmth();
        beginToPulse(judging, share);
    }

    private void beginToPulse(MatrixRules judging, PartitionShare share) {
        mostBytesOfAskedColumns = share.bytesOfAskedColumns();
        EventGaps gaps = new EventGaps(clock.nanoTime());
        decodedToApplied = new RecentTimes(clock.nanoTime());
        matrixMetrics.show(gaps, decodedToApplied);
        pulse(gaps, judging);
    }

    private ScanThread newScanThread(TaskInfo task, PartitionClocks clocks) {
        return new ScanThread(
                "aim-scan " + task.getTaskNameWithSubtasks(),
                mail -> loop.enqueue(
                        () -> {
                            mail.run();
                            wakeIfThereIsWork();
                        },
                        "what a scan has found"),
                clocks,
                defect -> getContainingTask().getEnvironment().failExternally(defect));
    }

    private MatrixRules newRules(TaskInfo task, PartitionClocks clocks) {
        return new MatrixRules(
                settings,
                rules,
                partition,
                clocks,
                keyedRecords,
                appliedRules,
                new AlertOutput(
                        settings,
                        alert -> output.collect(SideOutputs.ALERTS, new StreamRecord<>(alert)),
                        new PerSecond(
                                settings.rules().alertsPerSecondOrNull(),
                                task.getNumberOfParallelSubtasks(),
                                AlertOutput.MOST_SAMPLES,
                                clock),
                        getMetricGroup()),
                getMetricGroup(),
                task.getIndexOfThisSubtask() == 0);
    }

    /** Runs every {@link EventGaps#PULSE_MS}: wakes what rests too long, measures times, looks at rules, and warns. */
    private void pulse(EventGaps gaps, MatrixRules judging) {
        judging.look();
        wakeIfThereIsWork();
        final long nowNanos = clock.nanoTime();
        gaps.look(nowNanos, matrixMetrics.eventsApplied());
        decodedToApplied.look(nowNanos);
        partition.exports().endForgotten();
        final long remembered = keyedRecords.rememberedBytes();
        final int taken = limit.roomOf(remembered + partition.columns().pinnedBytes());
        partition.leaveRoomFor(taken);
        // Entities come before columns that are only asked: these go in time.
        partition
                .columns()
                .look(Math.min(
                        mostBytesOfAskedColumns, limit.bytesBeside(partition.rows() + limit.roomOf(remembered))));
        limit.warnIfNear(partition.rows() + taken);
        loop.after(EventGaps.PULSE_MS, () -> pulse(gaps, judging));
    }

    @Override
    public void close() throws Exception {
        if (scanThread != null) {
            scanThread.close();
        }
        kernelLease.close();
        if (requests != null) {
            requests.close();
        }
        if (rules != null) {
            rules.close();
        }
        super.close();
    }

    @Override
    public OperatorSnapshotFutures snapshotState(
            long checkpointId, long timestampMs, CheckpointOptions options, CheckpointStreamFactory factory)
            throws Exception {
        checkpoints.begin(checkpointId, options.getCheckpointType(), loop.nowMs());
        try {
            return super.snapshotState(checkpointId, timestampMs, options, factory);
        } finally {
            checkpoints.handOver();
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        keyedRecords.snapshotBegins();
        state.snapshot(partition, settings.schema().model());
        appliedRules.snapshot();
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        checkpoints.end(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        super.notifyCheckpointAborted(checkpointId);
        checkpoints.end(checkpointId);
    }

    /** Ends the scans of a drained job: later tasks take nothing after the end of the input. */
    @Override
    public void finish() throws Exception {
        schedule.end();
        scanThread.close();
        requests.end();
        super.finish();
    }

    @Override
    public void processElement1(StreamRecord<MatrixInput> element) throws Exception {
        MatrixInput input = element.getValue();
        int count = 1;
        if (input instanceof MatrixInput.Events events) {
            final boolean isOfThisAttempt = events.attempt() == attempt;
            writer.apply(events, isOfThisAttempt ? Long.MAX_VALUE : state.latestInFlightMs());
            count = events.count();
            if (isOfThisAttempt) {
                // The time of the first, the longest, stands for all.
                decodedToApplied.count(nowMicros.getAsLong() - events.decodedMicros(), count);
            }
        } else if (input instanceof MatrixInput.ProfileChange change) {
            writer.apply(change);
        } else if (input instanceof MatrixInput.Forget forget) {
            writer.apply(forget);
        } else if (input instanceof MatrixInput.PointQuery query) {
            requests.accept(query);
            messageTaken();
            return;
        } else if (input instanceof MatrixInput.Progress progress && progress.attempt() == attempt) {
            partition.progress().advance(progress.places(), loop.nowMs());
            requests.eventsAdvanced();
        }
        wakeIfThereIsWork();
        // After the record is stored, because verification compares it with the columns.
        schedule.recordsProcessed(count, !partition.makeRoom());
    }

    /** As above, for a message that changes no row and so needs no room. */
    private void messageTaken() {
        wakeIfThereIsWork();
        schedule.recordsProcessed(1, false);
    }

    @Override
    public void processElement2(StreamRecord<BroadcastInput> element) throws Exception {
        BroadcastInput input = element.getValue();
        if (input instanceof BroadcastInput.Turn turn) {
            if (turn.attempt() == attempt || turn.timeMs() <= state.latestInFlightMs()) {
                partition.advanceTo(turn.timeMs());
            }
        } else if (input instanceof BroadcastInput.Question question) {
            requests.accept(question);
        } else if (input instanceof BroadcastInput.SecondRound round
                && round.execution().attempt() == attempt) {
            requests.accept(round);
        }
        messageTaken();
    }

    /** A turn starts a refill of columns of sliding windows, a new hour a sweep for idle entities, and a question a pass. */
    private void wakeIfThereIsWork() {
        if (partition.hasWork() || checks.hasWork()) {
            schedule.wake();
        }
    }

    /** What checks of rules have found fires beside passes. */
    private boolean runSlice(long budgetNanos) {
        final boolean scans = partition.runSlice(budgetNanos);
        if (checks.hasWork()) {
            checks.runSlice(scans ? budgetNanos / Slices.SHARE_BESIDE_PASSES : budgetNanos);
        }
        return partition.hasWork() || checks.hasWork();
    }

    /** Advances the partition to the time of the events. A bounded input's last watermark is not a time. */
    @Override
    public void processWatermark1(Watermark mark) throws Exception {
        if (mark.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
            partition.advanceTo(mark.getTimestamp());
            wakeIfThereIsWork();
        }
        super.processWatermark1(mark);
    }

    /** How far this partition has read the events topic. */
    Progress progress() {
        return partition.progress();
    }

    /** Whether a thread beside the task's has the columns. */
    boolean isScannedBeside() {
        return partition.queries().isAway() && !scanThread.isOver();
    }

    KeyedRecords keyedRecords() {
        return keyedRecords;
    }

    /** Sends parts of answers to the merger, and logs those that tell of a defect. */
    private record PartOutput(Output<StreamRecord<MergeInput>> output) {
        private static final LimitedLog DEFECTS = new LimitedLog(LoggerFactory.getLogger(PartOutput.class));

        void send(Part part) {
            if (part.error() != null && part.error().code() == QueryError.Code.INTERNAL) {
                DEFECTS.error(
                        "Request {}: {}", null, part.requestKey(), part.error().message());
            }
            output.collect(new StreamRecord<>(new MergeInput.Arrival(part)));
        }
    }
}
