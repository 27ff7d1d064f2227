package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.TopicHealth;
import dev.aimonflink.job.metrics.ReasonCounter;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes records to a topic, and drops and counts what cannot be written, instead of waiting or failing, because events must go on.
 *
 * <p>The queue and the thread are those of Kafka's producer: with {@code max.block.ms=0} it hands a record to its own thread or fails at
 * once, and never waits for the topic's metadata or for room. An additional queue would keep each record twice.
 */
final class DroppingSink<T> implements Sink<T> {
    /** Longer than any job runs. Otherwise the producer would forget a topic after five silent minutes, and fail the next record. */
    private static final long NEVER_IDLE_MS = Duration.ofDays(3650).toMillis();

    /** The producer counts compressed data and overhead, {@link Backlog} keys and values. */
    private static final long BUFFER_BYTES = Backlog.MAX_BYTES * 5 / 4;

    private static final long serialVersionUID = 1L;

    private final Properties producer;
    private final String topic;
    private final KafkaRecordSerializationSchema<T> schema;
    private final String metric;
    private final Duration flushLimit;

    /** @param flushLimit how long a checkpoint waits for unacknowledged records; zero for not at all */
    DroppingSink(
            Properties producer,
            String topic,
            KafkaRecordSerializationSchema<T> schema,
            String metric,
            Duration flushLimit) {
        this.producer = neverWaiting(producer);
        this.topic = topic;
        this.schema = schema;
        this.metric = metric;
        this.flushLimit = flushLimit;
    }

    static Properties neverWaiting(Properties producer) {
        Properties properties = new Properties();
        properties.putAll(producer);
        properties.setProperty(ProducerConfig.MAX_BLOCK_MS_CONFIG, "0");
        properties.setProperty(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Long.toString(NEVER_IDLE_MS));
        properties.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, Long.toString(BUFFER_BYTES));
        return properties;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        DroppingWriter<T> writer = new DroppingWriter<>(
                topic,
                schema,
                () -> new KafkaProducer<>(producer, new ByteArraySerializer(), new ByteArraySerializer()),
                new Backlog(TopicHealth.of(context.getJobInfo().getJobId(), topic), NanoClock.SYSTEM),
                new ReasonCounter<>(context.metricGroup(), metric, List.of(DropReason.values())),
                context.metricGroup().getNumRecordsSendCounter(),
                flushLimit,
                NanoClock.SYSTEM);
        writer.awaitTopic();
        return writer;
    }
}
