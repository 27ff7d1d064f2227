package dev.aimonflink.local;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.testing.Scale;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A savepoint ends the job while its partitions verify, scan, and refill the columns of a sliding window, again and again, in turns with
 * and without the end of time. Flink restarts no job here, so the stop fails if a task does.
 */
class StopIT {
    private static final int TIMES = Scale.times(4);

    private static final int PARALLELISM = 2;

    /** Enough for many slices. */
    private static final int CARDS = 20_000;

    private static final AskedQuery VERIFY = AskedQuery.withDefaults("verify");
    private static final AskedQuery SCAN =
            new AskedQuery("sql", Map.of("text", "SELECT sum(events_last_24_hours) FROM cards"));

    private static final String MODEL = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            windows: [1 month, last 24 hours]
            aggregates: {events: [count]}
            """;

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    @TempDir
    private Path folder;

    /** Each pane begins at an event, so all of them are in the past. */
    private Instant now = Instant.now().minus(Duration.ofHours(TIMES + 2L));

    @Test
    void shouldStopWhileThereIsSomethingToScan() throws Exception {
        cluster.createTopics();
        Files.writeString(folder.resolve("payments.yaml"), MODEL);
        SavepointRestoreSettings restoreFrom = SavepointRestoreSettings.none();
        QueryClient client = cluster.newClient();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int card = 0; card < CARDS; card++) {
                publish(producer, card);
            }
            producer.flush();
            for (int time = 1; time <= TIMES; time++) {
                RunningJob job = submit(restoreFrom);
                awaitAllCards(client);
                now = now.plus(Duration.ofHours(1));
                publish(producer, 0);
                producer.flush();
                for (int i = 0; i < 5; i++) {
                    var unused = client.ask(VERIFY, Duration.ofSeconds(5));
                    unused = client.ask(SCAN, Duration.ofSeconds(5));
                }
                boolean drains = time % 2 == 0;
                restoreFrom = SavepointRestoreSettings.forPath(job.stopWithSavepoint(cluster.savepoints(), drains));
            }
        }
        submit(restoreFrom);
        awaitAllCards(client);
    }

    private RunningJob submit(SavepointRestoreSettings restoreFrom) {
        Configuration noCheckpoints =
                new Configuration().set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
        RunningJob job = cluster.submit(
                cluster.newEnvironment(PARALLELISM, noCheckpoints),
                cluster.options()
                        .set(AimOptions.MODEL, folder.resolve("payments.yaml").toString())
                        .set(AimOptions.EVENTS_FORMAT, "json"),
                restoreFrom);
        job.awaitRunning(SharedCluster.DEADLINE);
        return job;
    }

    private void publish(KafkaProducer<byte[], byte[]> producer, int card) {
        byte[] key = String.valueOf(card).getBytes(StandardCharsets.UTF_8);
        byte[] value =
                ("{\"cardId\":" + card + ",\"timestamp\":" + now.toEpochMilli() + "}").getBytes(StandardCharsets.UTF_8);
        var unused = producer.send(new ProducerRecord<>(cluster.topics().events(), key, value));
    }

    /** Asks until no row is missing: then none of what the job read before was lost, and no column differs from its record. */
    private static void awaitAllCards(QueryClient client) throws Exception {
        List<List<Object>> rows = List.of();
        long endNanos = System.nanoTime() + SharedCluster.DEADLINE.toNanos();
        while (System.nanoTime() < endNanos && !rows.equals(List.of(List.of((long) CARDS, 0L)))) {
            QueryResult result =
                    client.ask(VERIFY, Duration.ofSeconds(5)).get(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS);
            rows = result.status() == Status.OK ? result.rows() : List.of();
        }
        assertThat(rows).isEqualTo(List.of(List.of((long) CARDS, 0L)));
    }
}
