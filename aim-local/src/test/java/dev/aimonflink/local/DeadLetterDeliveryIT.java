package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.job.config.JobSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Dead letters across a failure: five before a checkpoint, five after it and before the failure. */
class DeadLetterDeliveryIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private static final int HALF = 5;

    private static final List<String> FIRST = letters(0);
    private static final List<String> SECOND = letters(HALF);

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
    private static Map<String, List<String>> lettersAcrossAFailure(Delivery delivery) {
        Configuration restarting = new Configuration()
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50))
                // Only when the test says so; a transaction has to outlive both.
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(8))
                .set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1));
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                LocalFlink flink = LocalFlink.start(1, 1, restarting)) {
            try (TopicAdmin admin = new TopicAdmin(Connection.to(broker.bootstrap()))) {
                admin.createMissing(TOPICS, TopicSettings.defaults());
            }
            StreamExecutionEnvironment environment = flink.newEnvironment();
            Topology.build(
                    environment,
                    JobSettings.of(new Configuration()
                            .set(AimOptions.BOOTSTRAP_SERVERS, broker.bootstrap())
                            .set(AimOptions.EVENTS_FORMAT, "json")
                            .set(AimOptions.AGGREGATES, "42")
                            .set(AimOptions.DEAD_LETTERS_DELIVERY, delivery.label())));
            RunningJob job = flink.submit(environment, delivery.label());
            job.awaitRunning(DEADLINE);

            publish(broker, FIRST);
            await(broker, "read_uncommitted", sorted(FIRST));
            job.checkpoint();
            await(broker, "read_committed", sorted(FIRST));
            publish(broker, SECOND);
            await(broker, "read_uncommitted", sorted(FIRST, SECOND));
            flink.replaceTaskManagers(1);
            await(broker, "read_uncommitted", sorted(FIRST, SECOND, SECOND));
            // The letters do not pass the matrix, which takes longer to start again.
            job.awaitRunning(DEADLINE);
            job.checkpoint();
            Waiting.until(() -> read(broker, "read_committed").containsAll(SECOND), DEADLINE);
            return Map.of(
                    "read_uncommitted", read(broker, "read_uncommitted"),
                    "read_committed", read(broker, "read_committed"));
        }
    }

    private static void publish(EmbeddedBroker broker, List<String> values) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (String value : values) {
                // Closing the producer waits for it.
                Future<RecordMetadata> unused =
                        producer.send(new ProducerRecord<>(TOPICS.events(), value.getBytes(UTF_8)));
            }
        }
    }

    private static void await(EmbeddedBroker broker, String isolation, List<String> wanted) {
        assertThat(Waiting.until(() -> read(broker, isolation).equals(wanted), DEADLINE))
                .as(() -> isolation + " sees " + read(broker, isolation) + " instead of " + wanted)
                .isTrue();
    }

    /** All that a reader who comes now may see, sorted. */
    private static List<String> read(EmbeddedBroker broker, String isolation) {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrap(), "isolation.level", isolation);
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            TopicPartition letters = new TopicPartition(TOPICS.deadLetters(), 0);
            consumer.assign(List.of(letters));
            consumer.seekToBeginning(List.of(letters));
            long end = consumer.endOffsets(List.of(letters)).get(letters);
            while (consumer.position(letters) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(letter -> values.add(letter.value()));
            }
        }
        values.sort(null);
        return values;
    }
}
