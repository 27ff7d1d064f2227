package dev.aimonflink.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EmbeddedBrokerIT {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Test
    void shouldCarryARecordFromProducerToConsumerGroup() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                Admin admin = Admin.create(properties(broker))) {
            admin.createTopics(List.of(new NewTopic("calls", 2, (short) 1)))
                    .all()
                    .get();

            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(properties(broker), new ByteArraySerializer(), new ByteArraySerializer())) {
                producer.send(new ProducerRecord<>("calls", "hello".getBytes(UTF_8)))
                        .get();
            }

            assertThat(admin.listTopics().names().get()).contains("calls");
            assertThat(firstValue(broker, "calls")).isEqualTo("hello");
            assertThat(broker.fault()).isEmpty();
        }
    }

    @Test
    void shouldNotCreateATopicThatIsOnlyMentioned() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                Admin admin = Admin.create(properties(broker))) {
            assertThatThrownBy(() -> admin.describeTopics(List.of("nowhere"))
                            .allTopicNames()
                            .get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
            assertThat(admin.listTopics().names().get()).isEmpty();
        }
    }

    @Test
    void shouldRunBesideAnotherBrokerAndLeaveNoThreadThatKeepsTheJvmAlive() throws Exception {
        OwnThreads threads = new OwnThreads();
        boolean differ = threads.call(
                () -> {
                    try (EmbeddedBroker first = EmbeddedBroker.start();
                            EmbeddedBroker second = EmbeddedBroker.start()) {
                        assertThat(threads.left()).hasSizeGreaterThan(1);
                        return !first.bootstrap().equals(second.bootstrap());
                    }
                },
                EmbeddedBroker.DEFAULT_DEADLINE.multipliedBy(3));
        assertThat(differ).isTrue();
        assertThat(threads.left()).isEmpty();
    }

    /** With a session of an hour: a broker that did not say goodbye would wait for its end. */
    @Test
    void shouldStartAgainOnItsDataWithoutWaitingForItsEarlierSession(@TempDir Path data) throws Exception {
        Map<String, String> settings = Map.of("broker.session.timeout.ms", "3600000");
        for (int start = 0; start < 2; start++) {
            try (KafkaNode node = new KafkaNode(data, ReservedPort.any(), ReservedPort.any(), settings)) {
                node.start(EmbeddedBroker.DEFAULT_DEADLINE);
            }
        }
    }

    @Test
    void shouldSayThatItDidNotStartInTime() {
        assertFails(IllegalStateException.class, () -> EmbeddedBroker.start(Duration.ofMillis(1), Map.of()))
                .hasMessageStartingWith("The embedded broker did not start within deadline=1 ms: ")
                .hasMessageEndingWith("Give it longer, or see its log with AIM_LOG_LEVEL=info.");
    }

    private static Properties properties(EmbeddedBroker broker) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.bootstrap());
        return properties;
    }

    private static String firstValue(EmbeddedBroker broker, String topic) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.bootstrap(), "group.id", "readers", "auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(topic));
            long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
            while (System.nanoTime() < deadlineNanos) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(100));
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    return new String(record.value(), UTF_8);
                }
            }
            throw new AssertionError("No record came within " + DEADLINE + ".");
        }
    }
}
