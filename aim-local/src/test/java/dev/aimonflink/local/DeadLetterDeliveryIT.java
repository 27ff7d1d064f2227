package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Dead letters across a failure: five before a checkpoint, five after it and before the failure. */
class DeadLetterDeliveryIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int HALF = 5;

    private static final List<String> FIRST = letters(0);
    private static final List<String> SECOND = letters(HALF);

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private static List<String> letters(int from) {
        return IntStream.range(from, from + HALF).mapToObj(i -> "bad " + i).toList();
    }

    @Test
    void shouldShowEachCommittedLetterOnceWhereThatIsAskedFor() {
        // Written twice are those after the checkpoint; that they are proves that there was something to undo.
        assertThat(lettersAcrossAFailure(Delivery.EXACTLY_ONCE))
                .containsEntry("read_uncommitted", sorted(FIRST, SECOND, SECOND))
                .containsEntry("read_committed", sorted(FIRST, SECOND));
    }

    @Test
    void shouldShowALetterAgainWhereOnceIsNotAskedFor() {
        assertThat(lettersAcrossAFailure(Delivery.AT_LEAST_ONCE))
                .containsEntry("read_committed", sorted(FIRST, SECOND, SECOND));
    }

    @SafeVarargs
    private static List<String> sorted(List<String>... parts) {
        List<String> all = new ArrayList<>();
        for (List<String> part : parts) {
            all.addAll(part);
        }
        all.sort(null);
        return all;
    }

    /** What readers of either kind see in the end. */
    private Map<String, List<String>> lettersAcrossAFailure(Delivery delivery) {
        Configuration restarting = new Configuration()
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50))
                // Only when the test says so; a transaction has to outlive both.
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(8))
                .set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1));
        cluster.createTopics();
        RunningJob job = cluster.submit(
                cluster.newEnvironment(1, restarting),
                cluster.options()
                        .set(AimOptions.EVENTS_FORMAT, "json")
                        .set(AimOptions.MODEL, "aim-42")
                        .set(AimOptions.DEAD_LETTERS_DELIVERY, delivery.label()));
        job.awaitRunning(DEADLINE);

        publish(FIRST);
        await("read_uncommitted", sorted(FIRST));
        job.checkpoint();
        await("read_committed", sorted(FIRST));
        publish(SECOND);
        await("read_uncommitted", sorted(FIRST, SECOND));
        cluster.flink().replaceTaskManagers(1);
        await("read_uncommitted", sorted(FIRST, SECOND, SECOND));
        // The letters do not pass the matrix, which takes longer to start again.
        job.awaitRunning(DEADLINE);
        job.checkpoint();
        Waiting.until(() -> read("read_committed").containsAll(SECOND), DEADLINE);
        return Map.of("read_uncommitted", read("read_uncommitted"), "read_committed", read("read_committed"));
    }

    private void publish(List<String> values) {
        try (Producer<byte[], byte[]> producer = cluster.connection().openProducer(Map.of())) {
            for (String value : values) {
                // Closing the producer waits for it.
                Future<RecordMetadata> unused =
                        producer.send(new ProducerRecord<>(cluster.topics().events(), value.getBytes(UTF_8)));
            }
        }
    }

    private void await(String isolation, List<String> wanted) {
        assertThat(Waiting.until(() -> read(isolation).equals(wanted), DEADLINE))
                .as(() -> isolation + " sees " + read(isolation) + " instead of " + wanted)
                .isTrue();
    }

    /** All that a reader who comes now may see, sorted. */
    private List<String> read(String isolation) {
        return cluster.values(cluster.topics().deadLetters(), isolation).stream()
                .sorted()
                .toList();
    }
}
