package dev.aimonflink.lab;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.Start;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.local.RunningJob;
import dev.aimonflink.local.SharedCluster;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.calls.wire.EventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.plain.PlainEntities;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
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

    private static final int SUBSCRIBERS = 20;
    private static final int PARTITIONS = 2;
    private static final EventCodec CODEC = CallCodec.of(EventFormat.BINARY);

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

    /** The events' records have times of the test at first. */
    @BeforeEach
    void connect() {
        admin = cluster.closedAfterwards(cluster.connection().openAdmin());
        NewTopic events = new NewTopic(cluster.topics().events(), PARTITIONS, (short) 1)
                .configs(Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime"));
        get(admin.createTopics(List.of(events)).all());
        cluster.createTopics();
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

    /** As after all but Kafka is lost. */
    @Test
    void shouldCountAllOfThePresentWindowsFromTheWindowBeforeOn() throws Exception {
        Instant newest = Instant.now().minusSeconds(1);
        JobSettings job = JobSettings.of(options(Start.WINDOW));
        PlainEntities truth = new PlainEntities(job.model(), job.zone());
        List<Instant> written = publishCallsOfWeeks(newest, truth);
        Instant lastMonday = newest.atOffset(ZoneOffset.UTC)
                .toLocalDate()
                .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                .minusWeeks(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
        long since = written.stream()
                .filter(each -> !each.isBefore(lastMonday.minus(job.maxFutureSkew())))
                .count();
        assertThat(since).isBetween(written.size() / 4L, written.size() - 1L);

        setLogAppendTime();
        begin(Start.WINDOW, SavepointRestoreSettings.none()).awaitRunning(DEADLINE);

        assertThat(Waiting.until(() -> read() == since, DEADLINE))
                .as(() -> read() + " of " + written.size() + " calls are read, and " + since + " have to be")
                .isTrue();
        List<EntityId> subscribers =
                LongStream.range(0, SUBSCRIBERS).mapToObj(EntityId::of).toList();
        assertThat(new AnswerComparison(client::ask, job.model(), truth)
                        .run(List.of(), subscribers, SUBSCRIBERS)
                        .differences())
                .isEmpty();
    }

    private long read() {
        return cluster.counted(AimMetrics.EVENTS_APPLIED) + cluster.counted(AimMetrics.DEAD_LETTERS);
    }

    /**
     * Publishes calls of twenty days up to a time, a quarter of them late by up to three days, and one of a subscriber who never called
     * again.
     *
     * @return when they were written
     */
    private List<Instant> publishCallsOfWeeks(Instant newest, PlainEntities truth) {
        final int calls = 20 * SUBSCRIBERS;
        Random random = new Random(7);
        List<Instant> written = new ArrayList<>();
        DeclaredEvent declared = CallModel.newEvent();
        try (Producer<byte[], byte[]> producer = cluster.connection().openProducer(Map.of())) {
            for (int i = 0; i <= calls; i++) {
                Instant at =
                        newest.minus(Duration.ofDays(20).multipliedBy(calls - i).dividedBy(calls));
                Duration late =
                        random.nextInt(4) == 0 ? Duration.ofSeconds(random.nextInt(3 * 24 * 3600)) : Duration.ZERO;
                int subscriber = i == 0 ? SUBSCRIBERS : i % SUBSCRIBERS;
                Event call = new Event(
                        subscriber,
                        at.minus(late).toEpochMilli(),
                        1 + random.nextInt(999),
                        random.nextInt(99),
                        random.nextBoolean());
                // Closing the producer waits for it.
                Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(
                        cluster.topics().events(),
                        subscriber % PARTITIONS,
                        at.toEpochMilli(),
                        null,
                        CODEC.encode(call)));
                written.add(at);
                CallModel.fill(declared, call);
                truth.event(declared);
            }
        }
        return written;
    }

    private void setLogAppendTime() {
        ConfigResource events =
                new ConfigResource(ConfigResource.Type.TOPIC, cluster.topics().events());
        ConfigEntry logAppendTime = new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        get(admin.incrementalAlterConfigs(
                        Map.of(events, List.of(new AlterConfigOp(logAppendTime, AlterConfigOp.OpType.SET))))
                .all());
        assertThat(Waiting.until(
                        () -> get(admin.describeConfigs(List.of(events)).all())
                                .get(events)
                                .get(logAppendTime.name())
                                .value()
                                .equals(logAppendTime.value()),
                        DEADLINE))
                .as("the broker knows")
                .isTrue();
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
        return cluster.submit(cluster.newEnvironment(1, settings), options(start), restoreFrom);
    }

    private Configuration options(Start start) {
        return cluster.options()
                .set(AimOptions.START, start.label())
                .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                .set(AimOptions.MODEL, "aim-42");
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
