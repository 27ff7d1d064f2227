package dev.aimonflink.bench.streams;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.local.SeparateBroker;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Records in one Kafka partition, which are read as often as they are measured. */
final class KafkaRecords {
    private static final Duration POLL = Duration.ofMillis(500);

    /** Then some are missing, which shows by the count. */
    private static final int MOST_EMPTY_POLLS = 20;

    private final String bootstrap;
    private final String topic;
    private final long count;

    KafkaRecords(SeparateBroker broker, long count, LongFunction<byte[]> values) {
        this.count = count;
        bootstrap = broker.bootstrap();
        Topics topics = Topics.withPrefix("bench-" + UUID.randomUUID() + ".");
        topic = topics.events();
        Connection connection = Connection.to(bootstrap);
        try (TopicAdmin admin = new TopicAdmin(connection)) {
            admin.createMissing(topics, TopicSettings.defaults().withPartitions(TopicRole.EVENTS, 1));
        }
        try (RecordPublisher publisher = new RecordPublisher(connection, topic)) {
            for (long number = 0; number < count; number++) {
                publisher.publish(null, values.apply(number));
            }
            publisher.flush();
        }
    }

    /** Reads them by Kafka's own client, in a loop. */
    FlinkProgram.Done consume(ToDoubleFunction<byte[]> value) {
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = IntStream.range(0, consumer.partitionsFor(topic).size())
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long read = 0;
            double sum = 0;
            long beganNanos = 0;
            int emptyPolls = 0;
            while (read < count && emptyPolls < MOST_EMPTY_POLLS) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                emptyPolls = polled.isEmpty() ? emptyPolls + 1 : 0;
                for (ConsumerRecord<byte[], byte[]> record : polled) {
                    if (read++ == 0) {
                        beganNanos = System.nanoTime();
                    }
                    sum += value.applyAsDouble(record.value());
                }
            }
            return new FlinkProgram.Done(read, sum, System.nanoTime() - beganNanos);
        }
    }

    FlinkProgram program(DeserializationSchema<Double> values) {
        return environment -> stream(environment, values);
    }

    /** Reads them by Flink's source. */
    <T> DataStream<T> stream(StreamExecutionEnvironment environment, DeserializationSchema<T> values) {
        KafkaSource<T> source = KafkaSource.<T>builder()
                .setBootstrapServers(bootstrap)
                .setTopics(topic)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setBounded(OffsetsInitializer.latest())
                .setValueOnlyDeserializer(values)
                .build();
        return environment.fromSource(source, WatermarkStrategy.noWatermarks(), topic);
    }
}
