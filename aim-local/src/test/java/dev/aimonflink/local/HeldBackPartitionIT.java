package dev.aimonflink.local;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.doctor.Finding;
import dev.aimonflink.clients.doctor.JobCheck;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An open transaction hides the last hour of one Kafka partition: answers, metrics and the doctor say so, until the
 * transaction is aborted. Other Kafka partitions are silent then, one was always empty, and none of them is behind.
 */
class HeldBackPartitionIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration SHORTLY = Duration.ofSeconds(1);
    private static final long HOUR_MS = 3_600_000;
    private static final int HELD_BACK = 0;
    private static final int KAFKA_PARTITIONS = 4;
    private static final int PARALLELISM = 2;

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private QueryClient client;

    @BeforeEach
    void connect() {
        cluster.createTopics();
        client = cluster.closedAfterwards(newClient());
    }

    @Test
    void shouldShowThatAKafkaPartitionIsHeldBackForAnHour() throws Exception {
        RunningJob job = submit(SavepointRestoreSettings.none());
        long nowMs = System.currentTimeMillis();
        long anHourAgoMs = nowMs - HOUR_MS;
        try (Producer<byte[], byte[]> plain = cluster.connection().openProducer(Map.of());
                Producer<byte[], byte[]> transactional =
                        cluster.connection().openProducer(Map.of("transactional.id", "forgotten"))) {
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

            job = submit(SavepointRestoreSettings.forPath(job.stopWithSavepoint(cluster.savepoints())));
            awaitAsOf(asOf -> asOf.eventTimeMs() != null);
            AsOf restored = asOf();
            assertThat(restored.eventTimeMs()).as("restored").isEqualTo(anHourAgoMs);
            assertThat(restored.progress()).as("restored").containsEntry(HELD_BACK, new Place(1, anHourAgoMs));

            transactional.abortTransaction();
            awaitAsOf(asOf -> asOf.equals(withTime(asOf, nowMs, nowMs)));
            // The aborted event takes the offset 1 and the abort the offset 3: both are never read, and yet behind the
            // answer.
            awaitAsOf(
                    asOf -> new Place(4, anHourAgoMs + 1).equals(asOf.progress().get(HELD_BACK)));
            assertThat(doctor().verdict()).isEqualTo(Finding.Verdict.OK);
            awaitLags(AimMetrics.EVENT_TIME_LAG_MS, lag -> lag == 0, KAFKA_PARTITIONS);
            assertThat(longestCall()).as("without what was aborted").isEqualTo(1);
        }
    }

    private static AsOf withTime(AsOf windows, long eventTimeMs, long newestMs) {
        return new AsOf(
                eventTimeMs, newestMs, windows.windows(), windows.progress(), windows.run(), 0, windows.applied());
    }

    private QueryClient newClient() {
        return new QueryClient(cluster.connection(), cluster.topics(), "asker");
    }

    private ProducerRecord<byte[], byte[]> event(int kafkaPartition, long timestampMs) {
        return event(kafkaPartition, timestampMs, 1);
    }

    private ProducerRecord<byte[], byte[]> event(int kafkaPartition, long timestampMs, int durationSeconds) {
        byte[] value = CallCodec.of(EventFormat.BINARY).encode(new Event(7, timestampMs, durationSeconds, 1, false));
        return new ProducerRecord<>(cluster.topics().events(), kafkaPartition, null, value);
    }

    private RunningJob submit(SavepointRestoreSettings restoreFrom) {
        Configuration options = cluster.options()
                .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                .set(AimOptions.MODEL, "aim-42");
        RunningJob job = cluster.submit(cluster.newEnvironment(PARALLELISM), options, restoreFrom);
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
        QueryResult result = client.ask(AskedQuery.withDefaults("w2"), SHORTLY, AnswerOptions.of(true))
                .join();
        return result.status() == Status.OK ? result.asOf() : null;
    }

    private long longestCall() {
        QueryResult result = client.ask(new AskedQuery("subscriber", Map.of("subscriberId", 7L)), DEADLINE)
                .join();
        return ((Number) result.rows().get(0).get(result.columns().indexOf("longest_duration_this_week"))).longValue();
    }

    private Finding doctor() throws InterruptedException {
        return assertThat(JobCheck.findings(this::newClient, DEADLINE).stream()
                        .filter(each -> each.check().equals("events"))
                        .toList())
                .singleElement()
                .actual();
    }

    /** Until so many of the gauges of a name are so. */
    private void awaitLags(String metric, LongPredicate condition, int gauges) {
        assertThat(Waiting.until(
                        () -> Arrays.stream(cluster.flink().metrics().each(metric))
                                        .filter(condition)
                                        .count()
                                == gauges,
                        DEADLINE))
                .as(() -> metric + ", last "
                        + Arrays.toString(cluster.flink().metrics().each(metric)))
                .isTrue();
    }
}
