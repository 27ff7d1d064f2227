package dev.aimonflink.job.operator;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.SavedProgress;
import dev.aimonflink.job.message.TopicHealth;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.matrix.row.Progress;
import dev.aimonflink.query.serve.pass.Part;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One partition's operator, made by its factory: input 1 keyed by the entity, input 2 without a key, and a mailbox and a
 * clock that only move when the test says so. Flink's own harness for two inputs takes no factory.
 */
@SuppressWarnings("try") // close() throws any exception, as Flink declares it
final class MatrixHarness extends AbstractStreamOperatorTestHarness<MergeInput> {
    static final int MAX_PARALLELISM = 128;

    static final Duration CHECKPOINT_BUDGET = Duration.ofMinutes(5);

    private static final Duration LONGEST_SCAN = Duration.ofSeconds(30);

    private static final int PULSES = 1;
    private static final int MAX_SAVEPOINT_BYTES = 64 * 1024 * 1024;

    private final RecordedMetrics metrics;
    private final MockEnvironment environment;

    MatrixHarness(JobSettings settings, StateBackend backend, int index, int parallelism) throws Exception {
        this(settings, RulesSource.NONE, backend, index, parallelism);
    }

    MatrixHarness(JobSettings settings, RulesSource rules, StateBackend backend, int index, int parallelism)
            throws Exception {
        this(
                new AnalyticsMatrix(settings, CHECKPOINT_BUDGET, PlannerSource.DIRECT, rules),
                Types.LONG,
                backend,
                index,
                parallelism);
    }

    /** @param keyType of the keys of the model */
    MatrixHarness(
            StreamOperatorFactory<MergeInput> factory,
            TypeInformation<?> keyType,
            StateBackend backend,
            int index,
            int parallelism)
            throws Exception {
        this(factory, keyType, backend, index, parallelism, new RecordedMetrics());
    }

    private MatrixHarness(
            StreamOperatorFactory<MergeInput> factory,
            TypeInformation<?> keyType,
            StateBackend backend,
            int index,
            int parallelism,
            RecordedMetrics metrics)
            throws Exception {
        this(
                factory,
                keyType,
                backend,
                new MockEnvironmentBuilder()
                        .setMaxParallelism(MAX_PARALLELISM)
                        .setParallelism(parallelism)
                        .setSubtaskIndex(index)
                        .setManagedMemorySize(4 * 1024 * 1024)
                        .setMetricGroup(metrics.group())
                        .build(),
                metrics);
    }

    private MatrixHarness(
            StreamOperatorFactory<MergeInput> factory,
            TypeInformation<?> keyType,
            StateBackend backend,
            MockEnvironment environment,
            RecordedMetrics metrics)
            throws Exception {
        super(factory, environment);
        this.metrics = metrics;
        this.environment = environment;
        environment.setExpectedExternalFailureCause(Throwable.class);
        KeySelector<MatrixInput, Object> key = input -> input.key().value();
        config.setStatePartitioner(0, key);
        config.setStateKeySerializer(keyType.createSerializer(executionConfig.getSerializerConfig()));
        config.serializeAllConfigs();
        setStateBackend(backend);
        setup(new MessageSerializer<>(new MergeInput.Format()));
    }

    @SuppressWarnings("unchecked") // the factory makes no other
    private TwoInputStreamOperator<MatrixInput, BroadcastInput, MergeInput> matrix() {
        return (TwoInputStreamOperator<MatrixInput, BroadcastInput, MergeInput>) operator;
    }

    void process(MatrixInput input) throws Exception {
        StreamRecord<MatrixInput> record = new StreamRecord<>(input);
        matrix().setKeyContextElement1(record);
        matrix().processElement1(record);
    }

    void process(BroadcastInput input) throws Exception {
        StreamRecord<BroadcastInput> record = new StreamRecord<>(input);
        matrix().setKeyContextElement2(record);
        matrix().processElement2(record);
    }

    void processWatermark(long timeMs) throws Exception {
        matrix().processWatermark1(new Watermark(timeMs));
    }

    /** Unites the watermarks of several streams before input 1, as a task does. */
    UnitedTime timeOfOwners(int streams) {
        return new UnitedTime(streams, matrix()::processWatermark1, matrix()::processWatermarkStatus1);
    }

    /** The same before input 2. */
    UnitedTime timeOfAll(int streams) {
        return new UnitedTime(streams, matrix()::processWatermark2, matrix()::processWatermarkStatus2);
    }

    /** Runs the next mail, if there is one. */
    boolean runMail() throws Exception {
        var mail = getTaskMailbox().tryTake(TaskMailbox.MIN_PRIORITY);
        if (mail.isPresent()) {
            mail.get().run();
        }
        return mail.isPresent();
    }

    /** Takes no further mail, as a task that ends, and runs those that wait. Returns how many those were. */
    int endMails() throws Exception {
        getTaskMailbox().quiesce();
        int mails = 0;
        while (runMail()) {
            mails++;
        }
        return mails;
    }

    /** Begins the savepoint that ends the job. */
    void stopWithSavepoint(long checkpointId) throws Exception {
        getOperator()
                .snapshotState(
                        checkpointId,
                        0,
                        CheckpointOptions.alignedNoTimeout(
                                SavepointType.suspend(SavepointFormatType.CANONICAL),
                                CheckpointStorageLocationReference.getDefault()),
                        new MemCheckpointStreamFactory(MAX_SAVEPOINT_BYTES));
    }

    /** Lets mails and timers run until there are none but the pulse that looks for gaps, and no thread beside scans. */
    void drain() throws Exception {
        boolean more = true;
        while (more) {
            more = runMail() || awaitScan();
            if (!more && getProcessingTimeService().getNumActiveTimers() > PULSES) {
                advanceTime(ScanSchedule.PAUSE_MS);
                more = true;
            }
        }
    }

    /** Whether a thread beside has a pass: until a mail of it is run that says that it gives it back. */
    boolean isScannedBeside() {
        return ((AnalyticsMatrixOperator) operator).isScannedBeside();
    }

    /** Whether a mail waits that a thread beside has sent at the end of its pass, after the answer. */
    boolean hasAnsweredBeside() {
        return getTaskMailbox().size() >= 2;
    }

    /** What has failed the task from another thread. */
    Optional<? extends Throwable> failure() {
        return environment.getActualExternalFailureCause();
    }

    /** Whether a thread beside scans; then a mail of it has come. */
    private boolean awaitScan() {
        if (!isScannedBeside()) {
            return false;
        }
        long deadlineNanos = System.nanoTime() + LONGEST_SCAN.toNanos();
        while (!getTaskMailbox().hasMail()) {
            assertThat(System.nanoTime())
                    .as("no mail of the scan thread in time")
                    .isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
        return true;
    }

    /** Returns the partial results since the last call. */
    List<Part> parts() {
        List<Part> parts = extractOutputValues().stream()
                .map(output -> ((MergeInput.Arrival) output).part())
                .toList();
        getOutput().clear();
        return parts;
    }

    /** What the writers of a topic in this JVM report to the partition. */
    TopicHealth health(String topic) {
        return TopicHealth.of(environment.getJobID(), topic);
    }

    Progress progress() {
        return ((AnalyticsMatrixOperator) operator).progress();
    }

    /** The places that the operator's state has now. */
    Iterable<SavedProgress> savedProgress() throws Exception {
        return ((AnalyticsMatrixOperator) operator)
                .getOperatorStateBackend()
                .getUnionListState(
                        new ListStateDescriptor<>("progress", new MessageSerializer<>(new SavedProgress.Format())))
                .get();
    }

    /** How many records the state backend holds. */
    long storedRecords() {
        return storedKeys("records");
    }

    /** Of how many entities the backend holds a state. */
    long storedKeys(String state) {
        ((AnalyticsMatrixOperator) getOperator()).keyedRecords().snapshotBegins();
        try (Stream<?> keys = getOperator().getKeyedStateBackend().getKeys(state, VoidNamespace.INSTANCE)) {
            return keys.count();
        }
    }

    long counter(String name) {
        return metrics.counter(name);
    }

    Histogram histogram(String name) {
        return metrics.histogram(name);
    }

    long gauge(String name) {
        return metrics.gauge(name).longValue();
    }

    @Override
    public void close() throws Exception {
        super.close();
        environment.close();
    }
}
