package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.Start;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.request.QueryResult.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Where a job begins that has no state: calls at the first, queries at the next; and both where a checkpoint of the same
 * group left off, if there was one and the job has that option. And where it goes on that has state but has read nothing yet. Whoever asks reads
 * committed answers only, and no checkpoint comes by itself.
 */
class StartOffsetsIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration SHORTLY = Duration.ofSeconds(1);

    /** One, so that its calls come in order. */
    private static final long SUBSCRIBER = 7;

    private static final AskedQuery SUBSCRIBERS_CALLS =
            new AskedQuery("subscriber", Map.of("subscriberId", SUBSCRIBER));
    private static final AskedQuery SCAN = AskedQuery.withDefaults("w2");

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    /** Checkpoints are taken only when the test says so. */
    private final Configuration settings =
            new Configuration().set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));

    private Admin admin;
    private QueryClient client;

    @BeforeEach
    void connect() {
        cluster.createTopics();
        admin = cluster.closedAfterwards(cluster.connection().openAdmin());
        client = cluster.closedAfterwards(new QueryClient(
                new Connection(cluster.bootstrap(), Map.of("isolation.level", "read_committed")),
                cluster.topics(),
                "asker"));
    }

    @Test
    void shouldBeginWithTheFirstCallAndTheNextQueryOrWhereItsGroupLeftOff() throws Exception {
        RunningJob first = beginWithTheFirstCallAndTheNextQuery();
        awaitCommit(first, cluster.topics().events(), cluster.topics().queries());
        first.cancel();
        beginWhereTheGroupLeftOff();
    }

    @Test
    void shouldAnswerWhatWasAskedBetweenASavepointBeforeTheFirstQueryAndTheRestart() throws Exception {
        RunningJob job = submit();
        awaitStartOffset();
        String savepoint = job.stopWithSavepoint(cluster.savepoints());
        CompletableFuture<QueryResult> askedBetween = client.ask(SCAN, DEADLINE);
        submit(SavepointRestoreSettings.forPath(savepoint));
        assertThat(get(askedBetween).error()).isNull();
    }

    @Test
    void shouldRefuseToBeginInTheMiddle() throws Exception {
        haveJobsRestarted();
        publishCalls(10, 20);
        RunningJob first = submit();
        awaitCommit(first, cluster.topics().events());
        first.cancel();
        publishCalls(30);
        RunningJob refused = begin(Start.AUTO, SavepointRestoreSettings.none());
        assertThat(Waiting.until(() -> refused.status().isGloballyTerminalState(), DEADLINE))
                .as("the job has failed, in spite of its restart strategy")
                .isTrue();
        assertThatThrownBy(refused::requireRunning)
                .hasStackTraceContaining("aim.start=auto: the group '" + cluster.groupId() + "' has read topic "
                        + cluster.groupId() + ".")
                .hasStackTraceContaining("-s PATH")
                .hasStackTraceContaining("--aim.start earliest")
                .hasStackTraceContaining("--aim.start committed");
        begin(Start.EARLIEST, SavepointRestoreSettings.none()).awaitRunning(DEADLINE);
        awaitLongestCall(30);
        assertThat(callsOfTheWeek()).isEqualTo(3);
    }

    @Test
    void shouldBeginAgainAfterAFailureBeforeTheFirstCheckpoint() throws Exception {
        haveJobsRestarted();
        publishCalls(10, 20);
        RunningJob job = submit();
        awaitLongestCall(20);
        cluster.flink().replaceTaskManagers(1);
        publishCalls(30);
        awaitLongestCall(30);
        assertThat(callsOfTheWeek()).isEqualTo(3);
        job.requireRunning();
    }

    /** A failed job is restarted from now on. */
    private void haveJobsRestarted() {
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
    }

    private RunningJob beginWithTheFirstCallAndTheNextQuery() throws Exception {
        publishCalls(10, 20, 30);
        CompletableFuture<QueryResult> askedTooEarly = client.ask(SCAN, DEADLINE);
        RunningJob job = submit();
        awaitLongestCall(30);
        assertThat(callsOfTheWeek()).isEqualTo(3);
        // Queries are answered in order, or it would be on its way.
        assertThat(get(client.ask(SCAN, DEADLINE)).error()).isNull();
        assertThat(askedTooEarly).as("asked before the first job began").isNotDone();
        assertThat(askedTooEarly.cancel(false)).isTrue();
        return job;
    }

    private void beginWhereTheGroupLeftOff() throws Exception {
        publishCalls(40, 50);
        CompletableFuture<QueryResult> askedBetween = client.ask(SCAN, DEADLINE);
        begin(Start.COMMITTED, SavepointRestoreSettings.none()).awaitRunning(DEADLINE);
        assertThat(get(askedBetween).error()).as("asked between two jobs").isNull();
        awaitLongestCall(50);
        assertThat(callsOfTheWeek()).isEqualTo(2);
    }

    private RunningJob submit() {
        return submit(SavepointRestoreSettings.none());
    }

    private RunningJob submit(SavepointRestoreSettings restoreFrom) {
        RunningJob job = begin(Start.AUTO, restoreFrom);
        job.awaitRunning(DEADLINE);
        return job;
    }

    private RunningJob begin(Start start, SavepointRestoreSettings restoreFrom) {
        Configuration options = cluster.options()
                .set(AimOptions.START, start.label())
                .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                .set(AimOptions.MODEL, "aim-42");
        return cluster.submit(cluster.newEnvironment(1, settings), options, restoreFrom);
    }

    private void publishCalls(int... durationsSeconds) {
        try (EventPublisher events =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.BINARY)) {
            for (int durationSeconds : durationsSeconds) {
                events.publish(new Event(SUBSCRIBER, System.currentTimeMillis(), durationSeconds, 1, false));
            }
            events.flush();
        }
    }

    /** Asks until the answer shows that call, which is the last; the first questions may come before the job reads any. */
    private void awaitLongestCall(long durationSeconds) {
        assertThat(Waiting.until(() -> showsLongestCall(durationSeconds), DEADLINE))
                .as("an answer that shows the call of %d seconds", durationSeconds)
                .isTrue();
    }

    private boolean showsLongestCall(long durationSeconds) {
        QueryResult result = client.ask(SUBSCRIBERS_CALLS, SHORTLY).join();
        return result.status() == Status.OK
                && !result.rows().isEmpty()
                && cell(result, "longest_duration_this_week") == durationSeconds;
    }

    private long callsOfTheWeek() throws Exception {
        return cell(get(client.ask(SUBSCRIBERS_CALLS, DEADLINE)), "number_of_calls_this_week");
    }

    private static long cell(QueryResult result, String column) {
        return ((Number) result.rows().get(0).get(result.columns().indexOf(column))).longValue();
    }

    private static QueryResult get(CompletableFuture<QueryResult> answer) throws Exception {
        return answer.get(2 * DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    /**
     * Waits until Flink has committed all records that there are. A reader commits only between two polls, and a poll takes ten seconds
     * where no record comes, so some come: events that cannot be decoded, and queries.
     */
    private void awaitCommit(RunningJob job, String... topics) {
        try (RecordPublisher malformed =
                new RecordPublisher(cluster.connection(), cluster.topics().events())) {
            for (String topic : topics) {
                long published = published(topic);
                assertThat(Waiting.until(
                                () -> {
                                    job.checkpoint();
                                    malformed.publish(null, new byte[1]);
                                    malformed.flush();
                                    client.ask(SCAN, SHORTLY).join();
                                    return committed(topic) >= published;
                                },
                                DEADLINE))
                        .as(() -> committed(topic) + " of " + published + " records of " + topic + " are committed")
                        .isTrue();
            }
        }
    }

    /** Waits until the reader of queries has the offset to begin at, which is in a savepoint from then on. */
    private void awaitStartOffset() {
        // Flink replaces the dots of a topic in the names of its metrics.
        String offset = "topic." + cluster.topics().queries().replace('.', '_') + ".partition.0.currentOffset";
        assertThat(Waiting.until(() -> cluster.flink().metrics().each(offset).length == 1, DEADLINE))
                .as(offset)
                .isTrue();
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() {
        return get(admin.listConsumerGroupOffsets(cluster.groupId()).partitionsToOffsetAndMetadata());
    }

    private long committed(String topic) {
        return committed().entrySet().stream()
                .filter(each -> each.getKey().topic().equals(topic))
                .mapToLong(each -> each.getValue().offset())
                .sum();
    }

    private long published(String topic) {
        int partitions = get(admin.describeTopics(List.of(topic)).allTopicNames())
                .get(topic)
                .partitions()
                .size();
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        return get(admin.listOffsets(ends).all()).values().stream()
                .mapToLong(ListOffsetsResultInfo::offset)
                .sum();
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw new IllegalStateException("The broker did not report its offsets.", e);
        }
    }
}
