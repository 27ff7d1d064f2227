package dev.aimonflink.local;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.calls.wire.EventCodec;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Producers that a job must survive: wrong clocks on a topic with CreateTime, which takes whatever they say, and an aborted
 * transaction. The job's zone is one in which it is half past eleven at night, so that 50 minutes ahead are tomorrow.
 */
class BadInputIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration SHORTLY = Duration.ofSeconds(2);
    private static final EventCodec CODEC = CallCodec.of(EventFormat.BINARY);
    private static final long MINUTE_MS = 60_000;
    private static final long DAY_MS = 24 * 60 * MINUTE_MS;
    private static final long HONEST = 7;
    private static final long WRONG = 8;

    private final long nowMs = System.currentTimeMillis();
    private final ZoneOffset zone = whereItIsHalfPastEleven(nowMs);

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private QueryClient client;
    private RunningJob job;

    private static ZoneOffset whereItIsHalfPastEleven(long nowMs) {
        int utcSeconds = Instant.ofEpochMilli(nowMs)
                .atOffset(ZoneOffset.UTC)
                .toLocalTime()
                .toSecondOfDay();
        int ahead = LocalTime.of(23, 30).toSecondOfDay() - utcSeconds;
        int halfDay = (int) TimeUnit.HOURS.toSeconds(12);
        return ZoneOffset.ofTotalSeconds(ahead > halfDay ? ahead - 2 * halfDay : ahead);
    }

    @BeforeEach
    void start() throws Exception {
        try (Admin admin = cluster.connection().openAdmin()) {
            NewTopic events = new NewTopic(cluster.topics().events(), 2, (short) 1)
                    .configs(Map.of(
                            "message.timestamp.type",
                            "CreateTime",
                            "message.timestamp.after.max.ms",
                            Long.toString(Long.MAX_VALUE)));
            admin.createTopics(List.of(events)).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
        cluster.createTopics();
        client = cluster.newClient();
    }

    @Test
    void shouldGoOnCountingBesideProducersWithWrongClocks() {
        submit(SavepointRestoreSettings.none());
        publish(Map.of(), calls(HONEST, nowMs, 3));
        awaitCalls(HONEST, 3);
        publish(Map.of(), calls(WRONG, nowMs + 50 * MINUTE_MS, 4));
        publish(Map.of(), calls(WRONG, nowMs + 31 * DAY_MS, 4));
        publish(Map.of(), calls(WRONG, nowMs - 365 * DAY_MS, 4));
        awaitDeadLetters(12);
        publish(Map.of(), calls(HONEST, nowMs, 2));
        awaitCalls(HONEST, 5);
        assertThat(cell(HONEST, "number_of_calls_this_week")).isEqualTo(5);
        QueryResult ofWrong = ask(WRONG, DEADLINE);
        assertThat(ofWrong.status()).isEqualTo(Status.OK);
        assertThat(ofWrong.rows())
                .as("a subscriber with only wrong calls has no row")
                .isEmpty();
        assertThat(cluster.counted("deadLettersAhead")).isEqualTo(8);
        assertThat(cluster.counted("deadLettersLate")).isEqualTo(4);
        job.requireRunning();
    }

    @Test
    void shouldCountOnlyWhatIsCommitted() {
        submit(SavepointRestoreSettings.none());
        Map<String, Object> transactional = Map.of("transactional.id", "calls");
        publish(transactional, calls(HONEST, nowMs, 4));
        abort(calls(HONEST, nowMs, 50));
        publish(transactional, calls(HONEST, nowMs, 3));
        // Each partition holds calls from behind the aborted ones, so nothing more can come.
        awaitCalls(HONEST, 7);
        assertThat(cell(HONEST, "total_duration_this_day")).isEqualTo(7 * 60);
        assertThat(cluster.counted(AimMetrics.EVENTS_APPLIED)).isEqualTo(7);
        job.requireRunning();
    }

    @Test
    void shouldCountForTheDayAgainWhenItsClockIsPutBack(@TempDir Path savepoints) {
        // As before events were bounded by the wall clock: everything that a topic with CreateTime takes is accepted.
        submit(SavepointRestoreSettings.none(), "--aim.events.max-future-skew=1 d");
        publish(Map.of(), calls(HONEST, nowMs, 3));
        awaitCalls(HONEST, 3);
        publish(Map.of(), calls(WRONG, nowMs + 50 * MINUTE_MS, 4));
        awaitCalls(HONEST, 0);
        SavepointRestoreSettings savepoint = SavepointRestoreSettings.forPath(job.stopWithSavepoint(savepoints));
        submit(savepoint, "--aim.clock.reset=" + Instant.ofEpochMilli(nowMs));
        awaitCalls(HONEST, 3);
        publish(Map.of(), calls(HONEST, nowMs, 2));
        awaitCalls(HONEST, 5);
        assertThat(cell(HONEST, "number_of_calls_this_week")).isEqualTo(5);
        assertThat(cell(WRONG, "number_of_calls_this_day"))
                .as("the day that is yet to come")
                .isZero();
    }

    private void submit(SavepointRestoreSettings from, String... arguments) {
        Map<String, String> options = new HashMap<>(Map.of(
                AimOptions.MODEL.key(), "aim-42",
                AimOptions.EVENTS_FORMAT.key(), EventFormat.BINARY.label(),
                AimOptions.TIME_ZONE.key(), zone.getId()));
        for (String argument : arguments) {
            String[] parts = argument.substring(2).split("=", 2);
            options.put(parts[0], parts[1]);
        }
        Configuration configuration = cluster.options();
        configuration.addAll(Configuration.fromMap(options));
        job = cluster.submit(cluster.newEnvironment(2), configuration, from);
        job.awaitRunning(DEADLINE);
    }

    private static List<Event> calls(long subscriberId, long timestampMs, int count) {
        return Collections.nCopies(count, new Event(subscriberId, timestampMs, 60, 1.5f, false));
    }

    /** With the events' times as the records', to both partitions by turns. */
    private void publish(Map<String, Object> settings, List<Event> calls) {
        try (Producer<byte[], byte[]> producer = cluster.connection().openProducer(settings)) {
            boolean isTransactional = settings.containsKey("transactional.id");
            if (isTransactional) {
                producer.initTransactions();
                producer.beginTransaction();
            }
            send(producer, calls);
            if (isTransactional) {
                producer.commitTransaction();
            }
        }
    }

    private void abort(List<Event> calls) {
        try (Producer<byte[], byte[]> producer =
                cluster.connection().openProducer(Map.of("transactional.id", "calls"))) {
            producer.initTransactions();
            producer.beginTransaction();
            send(producer, calls);
            producer.flush();
            producer.abortTransaction();
        }
    }

    private void send(Producer<byte[], byte[]> producer, List<Event> calls) {
        for (int i = 0; i < calls.size(); i++) {
            Event call = calls.get(i);
            // Ending the transaction, or closing the producer, waits for it.
            Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(
                    cluster.topics().events(), i % 2, call.timestampMs(), null, CODEC.encode(call)));
        }
    }

    private QueryResult ask(long subscriberId, Duration timeout) {
        return client.ask(new AskedQuery("subscriber", Map.of("subscriberId", subscriberId)), timeout)
                .join();
    }

    private long cell(long subscriberId, String column) {
        QueryResult result = ask(subscriberId, DEADLINE);
        return ((Number) result.rows().get(0).get(result.columns().indexOf(column))).longValue();
    }

    private void awaitCalls(long subscriberId, long ofTheDay) {
        boolean came = Waiting.until(
                () -> {
                    job.requireRunning();
                    QueryResult result = ask(subscriberId, SHORTLY);
                    return result.status() == Status.OK
                            && !result.rows().isEmpty()
                            && result.rows()
                                    .get(0)
                                    .get(result.columns().indexOf("number_of_calls_this_day"))
                                    .equals(ofTheDay);
                },
                DEADLINE);
        assertThat(came)
                .as(() -> ofTheDay + " calls of the day, in " + ask(subscriberId, SHORTLY))
                .isTrue();
    }

    private void awaitDeadLetters(long count) {
        assertThat(Waiting.until(() -> cluster.counted(AimMetrics.DEAD_LETTERS) >= count, DEADLINE))
                .as(() -> cluster.counted(AimMetrics.DEAD_LETTERS) + " of " + count + " dead letters")
                .isTrue();
    }
}
