package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.Status;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.Start;
import java.nio.file.Path;
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
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private static final String GROUP = "aim-start";

    /** One, so that its calls come in order. */
    private static final long SUBSCRIBER = 7;

    private static final AskedQuery SUBSCRIBERS_CALLS =
            new AskedQuery("subscriber", Map.of("subscriberId", SUBSCRIBER));
    private static final AskedQuery SCAN = AskedQuery.withDefaults("w2");

    private EmbeddedBroker broker;
    private LocalFlink flink;
    private QueryClient client;

    @Test
    void shouldBeginWithTheFirstCallAndTheNextQueryOrWhereItsGroupLeftOff() throws Exception {
        Configuration noCheckpoints =
                new Configuration().set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
        try (EmbeddedBroker openBroker = EmbeddedBroker.start();
                LocalFlink openFlink = LocalFlink.start(1, 1, noCheckpoints)) {
            broker = openBroker;
            flink = openFlink;
            createTopics();
            try (QueryClient openClient = newClient()) {
                client = openClient;
                RunningJob first = beginWithTheFirstCallAndTheNextQuery();
                first.checkpoint();
                awaitCommit(TOPICS.events(), TOPICS.queries());
                first.cancel();
                beginWhereTheGroupLeftOff();
            }
        }
    }

    @Test
    void shouldAnswerWhatWasAskedBetweenASavepointBeforeTheFirstQueryAndTheRestart(@TempDir Path savepoints)
            throws Exception {
        try (EmbeddedBroker openBroker = EmbeddedBroker.start();
                LocalFlink openFlink = LocalFlink.start(1)) {
            broker = openBroker;
            flink = openFlink;
            createTopics();
            RunningJob job = submit();
            awaitStartOffset(job);
            String savepoint = job.stopWithSavepoint(savepoints);
            try (QueryClient openClient = newClient()) {
                client = openClient;
                CompletableFuture<QueryResult> askedBetween = client.ask(SCAN, DEADLINE);
                submit(SavepointRestoreSettings.forPath(savepoint));
                assertThat(get(askedBetween).error()).isNull();
            }
        }
    }

    @Test
    void shouldRefuseToBeginInTheMiddle() throws Exception {
        try (EmbeddedBroker openBroker = EmbeddedBroker.start();
                LocalFlink openFlink = LocalFlink.start(1, 1, restarting())) {
            broker = openBroker;
            flink = openFlink;
            createTopics();
            publishCalls(10, 20);
            RunningJob first = submit();
            awaitCommittedCheckpoint(first);
            first.cancel();
            publishCalls(30);
            RunningJob refused = begin(Start.AUTO, SavepointRestoreSettings.none());
            assertThat(Waiting.until(() -> refused.status().isGloballyTerminalState(), DEADLINE))
                    .as("the job has failed, in spite of its restart strategy")
                    .isTrue();
            assertThatThrownBy(refused::requireRunning)
                    .hasStackTraceContaining("aim.start=auto: the group 'aim-start' has read topic aim.")
                    .hasStackTraceContaining("-s PATH")
                    .hasStackTraceContaining("--aim.start earliest")
                    .hasStackTraceContaining("--aim.start committed");
            begin(Start.EARLIEST, SavepointRestoreSettings.none()).awaitRunning(DEADLINE);
            try (QueryClient openClient = newClient()) {
                client = openClient;
                awaitLongestCall(30);
                assertThat(callsOfTheWeek()).isEqualTo(3);
            }
        }
    }

    @Test
    void shouldBeginAgainAfterAFailureBeforeTheFirstCheckpoint() throws Exception {
        try (EmbeddedBroker openBroker = EmbeddedBroker.start();
                LocalFlink openFlink = LocalFlink.start(1, 1, restarting())) {
            broker = openBroker;
            flink = openFlink;
            createTopics();
            publishCalls(10, 20);
            RunningJob job = submit();
            try (QueryClient openClient = newClient()) {
                client = openClient;
                awaitLongestCall(20);
                flink.replaceTaskManagers(1);
                publishCalls(30);
                awaitLongestCall(30);
                assertThat(callsOfTheWeek()).isEqualTo(3);
            }
            job.requireRunning();
        }
    }

    /** With checkpoints only when the test says so. */
    private static Configuration restarting() {
        return new Configuration()
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50))
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
    }

    /** What is committed comes of checkpoints that are taken after it was read. */
    private void awaitCommittedCheckpoint(RunningJob job) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            assertThat(Waiting.until(
                            () -> {
                                job.checkpoint();
                                return committed(admin, TOPICS.events()) == published(admin, TOPICS.events());
                            },
                            DEADLINE))
                    .as("all calls are read and committed")
                    .isTrue();
        }
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

    private QueryClient newClient() {
        return new QueryClient(
                new Connection(broker.bootstrap(), Map.of("isolation.level", "read_committed")), TOPICS, "asker");
    }

    private void createTopics() {
        try (TopicAdmin admin = new TopicAdmin(Connection.to(broker.bootstrap()))) {
            admin.createMissing(TOPICS, TopicSettings.defaults());
        }
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
        StreamExecutionEnvironment environment = flink.newEnvironment();
        Topology.build(
                environment,
                JobSettings.of(new Configuration()
                        .set(AimOptions.BOOTSTRAP_SERVERS, broker.bootstrap())
                        .set(AimOptions.GROUP_ID, GROUP)
                        .set(AimOptions.START, start.label())
                        .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                        .set(AimOptions.AGGREGATES, "42")));
        return flink.submit(environment, "begins where it should", restoreFrom);
    }

    private void publishCalls(int... durationsSeconds) {
        try (EventPublisher events =
                new EventPublisher(Connection.to(broker.bootstrap()), TOPICS.events(), EventFormat.BINARY)) {
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

    /** Waits until Flink has committed the ends of all partitions, some time after the checkpoint. */
    private void awaitCommit(String... topics) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            for (String topic : topics) {
                assertThat(Waiting.until(() -> committed(admin, topic) == published(admin, topic), DEADLINE))
                        .as(() -> committed(admin, topic) + " of " + published(admin, topic) + " records of " + topic
                                + " are committed")
                        .isTrue();
            }
        }
    }

    /** Waits until the source of queries has its start offsets and commits them with a checkpoint. */
    private void awaitStartOffset(RunningJob job) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            assertThat(Waiting.until(
                            () -> {
                                job.checkpoint();
                                return get(admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata())
                                        .containsKey(new TopicPartition(TOPICS.queries(), 0));
                            },
                            DEADLINE))
                    .as("a checkpoint has a number to begin queries at")
                    .isTrue();
        }
    }

    private static long committed(Admin admin, String topic) {
        KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> offsets =
                admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata();
        return get(offsets).entrySet().stream()
                .filter(each -> each.getKey().topic().equals(topic))
                .mapToLong(each -> each.getValue().offset())
                .sum();
    }

    private static long published(Admin admin, String topic) {
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
