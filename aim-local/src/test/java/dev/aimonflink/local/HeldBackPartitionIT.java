package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.doctor.Finding;
import dev.aimonflink.clients.doctor.JobCheck;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.AsOf;
import dev.aimonflink.core.query.QueryResult.Place;
import dev.aimonflink.core.query.QueryResult.Status;
import dev.aimonflink.core.query.Wishes;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An open transaction hides the last hour of one Kafka partition: answers, metrics and the doctor say so, until the
 * transaction is aborted. Other Kafka partitions are silent then, one was always empty, and none of them is behind.
 */
class HeldBackPartitionIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration SHORTLY = Duration.ofSeconds(1);
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private static final long HOUR_MS = 3_600_000;
    private static final int HELD_BACK = 0;
    private static final int KAFKA_PARTITIONS = 4;
    private static final int PARALLELISM = 2;

    private EmbeddedBroker broker;
    private LocalFlink flink;
    private QueryClient client;

    @BeforeEach
    void start() throws Exception {
        broker = EmbeddedBroker.start();
        flink = LocalFlink.start(PARALLELISM);
        try (TopicAdmin admin = new TopicAdmin(Connection.to(broker.bootstrap()))) {
            admin.createMissing(TOPICS, TopicSettings.defaults());
        }
        client = newClient();
    }

    @AfterEach
    void stop() {
        client.close();
        flink.close();
        broker.close();
    }

    @Test
    void shouldShowThatAKafkaPartitionIsHeldBackForAnHour(@TempDir Path savepoints) throws Exception {
        RunningJob job = submit(SavepointRestoreSettings.none());
        long nowMs = System.currentTimeMillis();
        long anHourAgoMs = nowMs - HOUR_MS;
        try (KafkaProducer<byte[], byte[]> plain = producer(Map.of());
                KafkaProducer<byte[], byte[]> transactional = producer(Map.of("transactional.id", "forgotten"))) {
            plain.send(event(HELD_BACK, anHourAgoMs)).get();
            awaitAsOf(asOf -> asOf.equals(withTime(asOf, anHourAgoMs, anHourAgoMs)));

            transactional.initTransactions();
            transactional.beginTransaction();
            transactional.send(event(HELD_BACK, nowMs - 1, 1_000)).get();
            plain.send(event(HELD_BACK, anHourAgoMs + 1)).get();
            plain.send(event(1, nowMs)).get();
            plain.send(event(2, anHourAgoMs)).get();
            awaitAsOf(asOf -> asOf.equals(withTime(asOf, anHourAgoMs, nowMs)));
            // One partition of the matrix has the newest event before all of them have heard of it.
            awaitAsOf(asOf -> asOf.progress()
                    .equals(Map.of(
                            HELD_BACK,
                            new Place(1, anHourAgoMs),
                            1,
                            new Place(1, nowMs),
                            2,
                            new Place(1, anHourAgoMs),
                            3,
                            new Place(0, null))));
            assertThat(doctor().detail()).contains("a Kafka partition of the events topic is 3600 s behind");
            awaitLags(AimMetrics.EVENT_TIME_LAG_MS, lag -> lag >= HOUR_MS, 1);
            awaitLags(AimMetrics.FRESHNESS_LAG_MS, lag -> lag >= HOUR_MS, PARALLELISM);

            job = submit(SavepointRestoreSettings.forPath(job.stopWithSavepoint(savepoints)));
            awaitAsOf(asOf -> asOf.eventTimeMs() != null);
            AsOf restored = asOf();
            assertThat(restored.eventTimeMs()).as("restored").isEqualTo(anHourAgoMs);
            assertThat(restored.progress()).as("restored").containsEntry(HELD_BACK, new Place(1, anHourAgoMs));

            transactional.abortTransaction();
            awaitAsOf(asOf -> asOf.equals(withTime(asOf, nowMs, nowMs)));
            // The aborted event takes the offset 1, and is never read.
            awaitAsOf(
                    asOf -> new Place(3, anHourAgoMs + 1).equals(asOf.progress().get(HELD_BACK)));
            assertThat(doctor().verdict()).isEqualTo(Finding.Verdict.OK);
            awaitLags(AimMetrics.EVENT_TIME_LAG_MS, lag -> lag == 0, KAFKA_PARTITIONS);
            assertThat(longestCall()).as("without what was aborted").isEqualTo(1);
        }
    }

    private static AsOf withTime(AsOf windows, long eventTimeMs, long newestMs) {
        return new AsOf(eventTimeMs, newestMs, windows.windows(), windows.progress());
    }

    private QueryClient newClient() {
        return new QueryClient(Connection.to(broker.bootstrap()), TOPICS, "asker");
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", broker.bootstrap());
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static ProducerRecord<byte[], byte[]> event(int kafkaPartition, long timestampMs) {
        return event(kafkaPartition, timestampMs, 1);
    }

    private static ProducerRecord<byte[], byte[]> event(int kafkaPartition, long timestampMs, int durationSeconds) {
        byte[] value = EventFormat.BINARY.newCodec().encode(new Event(7, timestampMs, durationSeconds, 1, false));
        return new ProducerRecord<>(TOPICS.events(), kafkaPartition, null, value);
    }

    private RunningJob submit(SavepointRestoreSettings restoreFrom) {
        StreamExecutionEnvironment environment = flink.newEnvironment();
        Topology.build(
                environment,
                JobSettings.of(new Configuration()
                        .set(AimOptions.BOOTSTRAP_SERVERS, broker.bootstrap())
                        .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                        .set(AimOptions.AGGREGATES, "42")));
        RunningJob job = flink.submit(environment, "held back", restoreFrom);
        job.awaitRunning(DEADLINE);
        return job;
    }

    private void awaitAsOf(Predicate<AsOf> condition) {
        assertThat(Waiting.until(
                        () -> {
                            AsOf asOf = asOf();
                            return asOf != null && condition.test(asOf);
                        },
                        DEADLINE))
                .as(() -> "as of what it should, last " + asOf())
                .isTrue();
    }

    /** Null where there is no answer yet. */
    private AsOf asOf() {
        QueryResult result = client.ask(AskedQuery.withDefaults("w2"), SHORTLY, Wishes.of(true))
                .join();
        return result.status() == Status.OK ? result.asOf() : null;
    }

    private long longestCall() {
        QueryResult result = client.ask(new AskedQuery("subscriber", Map.of("subscriberId", 7L)), DEADLINE)
                .join();
        return ((Number) result.rows().get(0).get(result.columns().indexOf("longest_duration_this_week"))).longValue();
    }

    private Finding doctor() throws InterruptedException {
        List<Finding> findings = JobCheck.findings(this::newClient, DEADLINE).stream()
                .filter(each -> each.check().equals("events"))
                .toList();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    /** Until so many of the gauges of a name are so. */
    private void awaitLags(String metric, LongPredicate condition, int gauges) {
        assertThat(Waiting.until(
                        () -> Arrays.stream(flink.metrics().each(metric))
                                        .filter(condition)
                                        .count()
                                == gauges,
                        DEADLINE))
                .as(() -> metric + ", last " + Arrays.toString(flink.metrics().each(metric)))
                .isTrue();
    }
}
