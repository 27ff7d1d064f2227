package dev.aimonflink.job.merge;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.BroadcastInput.SecondRound;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MergeInput.Arrival;
import dev.aimonflink.job.message.MergeInput.Planned;
import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.ResultMessage;
import dev.aimonflink.job.message.TopicHealth;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.format.result.ResultRecord;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.Part.Source;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The merger alone, with a clock that the test moves. Its requests ask for {@code verify}, whose partial is two numbers:
 * rows, which add up, and differences.
 */
final class MergeHarness {
    static final long START_MS = 1_795_132_800_000L;
    static final int TIMEOUT_MS = 5_000;

    private static final Duration LONGEST_MERGE = Duration.ofSeconds(60);

    private static final long EXECUTION_NUMBER = 11;
    private static final Catalogue CATALOGUE = TestSettings.with().catalogue();

    private static final Cut CUT = new Cut(START_MS, START_MS, List.of(20_777, 2_968), null, 0, 0);

    private final RecordedMetrics metrics = new RecordedMetrics();
    private final MockEnvironment environment = new MockEnvironmentBuilder()
            .setMaxParallelism(128)
            .setMetricGroup(metrics.group())
            .build();
    private final KeyedOneInputStreamOperatorTestHarness<String, MergeInput, ResultMessage> harness;
    private final long attempt;

    private final StateBackend backend;
    private boolean awaitsMerges = true;

    private MergeHarness(
            JobSettings settings, StateBackend backend, long attempt, long nowMs, OperatorSubtaskState state)
            throws Exception {
        this.backend = backend;
        this.attempt = attempt;
        harness = new KeyedOneInputStreamOperatorTestHarness<>(
                new MergeParts(settings, PlannerSource.DIRECT), MergeInput::requestKey, Types.STRING, environment);
        harness.setStateBackend(backend);
        harness.setProcessingTime(nowMs);
        harness.setup(new MessageSerializer<>(new ResultMessage.Format()));
        if (state != null) {
            harness.setRestoredCheckpointId(attempt);
            harness.initializeState(state);
        }
        harness.open();
    }

    /** What the writers of a topic in this JVM report to the merger. */
    TopicHealth health(String topic) {
        return TopicHealth.of(environment.getJobID(), topic);
    }

    static MergeHarness fresh() throws Exception {
        return on(new HashMapStateBackend());
    }

    static MergeHarness on(StateBackend backend) throws Exception {
        return new MergeHarness(TestSettings.with(), backend, 0, START_MS, null);
    }

    static MergeHarness with(JobSettings settings) throws Exception {
        return new MergeHarness(settings, new HashMapStateBackend(), 0, START_MS, null);
    }

    /** The same, which from now on goes on while it merges beside. */
    MergeHarness withoutWaiting() {
        awaitsMerges = false;
        return this;
    }

    /** Takes a checkpoint, lets time pass without a running job, and restores it. */
    MergeHarness restart(long checkpointId, long downMs) throws Exception {
        return restart(TestSettings.with(), checkpointId, downMs);
    }

    /** The same, with other settings. */
    MergeHarness restart(JobSettings settings, long checkpointId, long downMs) throws Exception {
        OperatorSubtaskState state = harness.snapshot(checkpointId, nowMs());
        long nowMs = nowMs();
        close();
        return new MergeHarness(settings, backend, checkpointId, nowMs + downMs, state);
    }

    long nowMs() {
        return harness.getProcessingTime();
    }

    static Request request(String key) {
        return request(key, START_MS + TIMEOUT_MS);
    }

    static Request request(String key, long deadlineMs) {
        return new Request(key, "id of " + key, "client of " + key, AskedQuery.withDefaults("verify"), deadlineMs);
    }

    static Request request(String key, AskedQuery call) {
        return new Request(key, "id of " + key, "client of " + key, call, START_MS + TIMEOUT_MS);
    }

    void register(String key) throws Exception {
        register(request(key));
    }

    void register(Request request) throws Exception {
        process(new Registration(request, Registration.UNKNOWN_TIME, execution()));
        if (CATALOGUE.isText(request.asked())) {
            process(new Planned(request.key(), null));
        }
    }

    /** The run of the job that this merger is in. */
    Execution execution() {
        return new Execution(attempt, EXECUTION_NUMBER);
    }

    /** A part of this attempt. */
    Part part(String key, int partition, int partitions, long rows) {
        byte[] partial = Partial.of(new Counts().add(rows), new Counts().add(0)).toBytes();
        return new Part(key, new Source(partition, partitions, attempt), CUT, rows, 0, 0, partial, null);
    }

    static Part ofAttempt(long attempt, Part part) {
        Source source = part.source();
        return new Part(
                part.requestKey(),
                new Source(source.partition(), source.partitions(), attempt),
                part.cut(),
                part.rowsScanned(),
                part.queuedNanos(),
                part.scanNanos(),
                part.partial(),
                part.error());
    }

    static Part withCut(Cut cut, Part part) {
        return new Part(part.requestKey(), part.source(), cut, part.rowsScanned(), 0, 0, part.partial(), part.error());
    }

    static Part withPartial(byte[] partial, Part part) {
        return new Part(part.requestKey(), part.source(), part.cut(), part.rowsScanned(), 0, 0, partial, null);
    }

    static Part withError(QueryError error, Part part) {
        return new Part(part.requestKey(), part.source(), part.cut(), 0, 0, 0, null, error);
    }

    void process(Part part) throws Exception {
        process(new Arrival(part));
    }

    void process(MergeInput input) throws Exception {
        harness.processElement(new StreamRecord<>(input));
        if (awaitsMerges) {
            awaitMerges();
        }
    }

    /** Waits until nothing is merged beside, and for the answers. */
    void awaitMerges() throws Exception {
        while (isMergingBeside()) {
            awaitMail();
        }
    }

    /** Waits for the next outcome of a merge beside. */
    void awaitMail() throws Exception {
        long deadlineNanos = System.nanoTime() + LONGEST_MERGE.toNanos();
        while (!harness.getTaskMailbox().hasMail()) {
            assertThat(System.nanoTime()).as("no outcome of a merge in time").isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
        harness.getTaskMailbox().take(TaskMailbox.MIN_PRIORITY).run();
    }

    boolean isMergingBeside() {
        return ((MergeParts) harness.getOperator()).isMergingBeside();
    }

    /** Ends the input. */
    void finish() throws Exception {
        harness.getOperator().finish();
    }

    void pass(long millis) throws Exception {
        // To each timer at its time, as in a running job.
        long untilMs = nowMs() + millis;
        while (nowMs() < untilMs) {
            long nextMs = harness.getProcessingTimeService().getActiveTimerTimestamps().stream()
                    .mapToLong(Long::longValue)
                    .filter(timerMs -> timerMs > nowMs())
                    .min()
                    .orElse(untilMs);
            harness.setProcessingTime(Math.min(nextMs, untilMs));
        }
    }

    /** Returns the answers since the last call. */
    List<QueryResult> answers() {
        List<QueryResult> answers = new ArrayList<>();
        for (ResultRecord record : records()) {
            if (record.chunk() != null) {
                throw new AssertionError("This is no whole answer: " + record.chunk());
            }
            answers.add(record.result());
        }
        return answers;
    }

    /** Returns the answer since the last call, of which there has to be one. */
    QueryResult onlyAnswer() {
        return assertThat(answers()).singleElement().actual();
    }

    /** Returns the records of answers since the last call. */
    List<ResultRecord> records() {
        List<ResultRecord> records = new ArrayList<>();
        ResultCodec codec = new ResultCodec();
        for (ResultMessage message : harness.extractOutputValues()) {
            ResultRecord record = codec.decodeRecord(message.json());
            String clientId = record.result().clientId();
            if (!clientId.equals(message.clientId())) {
                throw new AssertionError("An answer for " + clientId + " is sent to " + message.clientId());
            }
            records.add(record);
        }
        harness.getOutput().clear();
        return records;
    }

    /** Returns the second rounds since the last call. */
    List<SecondRound> secondRounds() {
        Queue<StreamRecord<BroadcastInput>> records = harness.getSideOutput(SideOutputs.SECOND_ROUNDS);
        if (records == null) {
            return List.of();
        }
        List<SecondRound> rounds =
                records.stream().map(record -> (SecondRound) record.getValue()).toList();
        records.clear();
        return rounds;
    }

    int stateEntries() {
        return harness.numKeyedStateEntries();
    }

    /** How much a checkpoint would write. */
    long stateBytes() throws Exception {
        return harness.snapshot(1, nowMs()).getStateSize();
    }

    int timers() {
        return harness.numProcessingTimeTimers();
    }

    long counter(String name) {
        return metrics.counter(name);
    }

    Number gauge(String name) {
        return metrics.gauge(name);
    }

    Histogram histogram(String name) {
        return metrics.histogram(name);
    }

    /** As a task that is cancelled: it does not finish what it has begun. */
    void close() throws Exception {
        harness.getOperator().close();
        harness.close();
        environment.close();
    }
}
