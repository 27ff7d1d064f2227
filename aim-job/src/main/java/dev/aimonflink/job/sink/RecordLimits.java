package dev.aimonflink.job.sink;

import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.record.AbstractRecords;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.RecordBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The largest records of a sink's topics, as their broker says when a writer starts. A refused record would fail the job, whose replay
 * would write it again. If the broker does not say, Kafka's default applies.
 */
final class RecordLimits implements Serializable {
    /** The default of brokers and producers. */
    static final int DEFAULT_BYTES = 1024 * 1024;

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(RecordLimits.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Properties properties;
    private final List<String> topics;
    private final Map<String, Integer> bytes = new HashMap<>();

    RecordLimits(Properties properties, Collection<String> topics) {
        this.properties = properties;
        this.topics = List.copyOf(topics);
    }

    void look() {
        List<ConfigResource> resources = topics.stream()
                .distinct()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        final long limitNanos = System.nanoTime() + TIMEOUT.toNanos();
        Admin admin = Admin.create(properties);
        try {
            admin.describeConfigs(resources).values().forEach((resource, config) -> {
                String topic = resource.name();
                bytes.put(topic, Math.min(ofProducers(), bytes(topic, config, limitNanos)));
            });
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private int ofProducers() {
        return Integer.parseInt(
                properties.getProperty(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, String.valueOf(DEFAULT_BYTES)));
    }

    private static int bytes(String topic, KafkaFuture<Config> config, long limitNanos) {
        try {
            ConfigEntry most = config.get(Math.max(0, limitNanos - System.nanoTime()), TimeUnit.NANOSECONDS)
                    .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
            if (most != null && most.value() != null) {
                return Integer.parseInt(most.value());
            }
        } catch (ExecutionException | TimeoutException unknown) {
            LOG.warn(
                    "What the topic {} takes is not known, so it is taken to be {} bytes: {}",
                    topic,
                    DEFAULT_BYTES,
                    unknown.toString());
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new FlinkRuntimeException("Cancelled while the broker was asked.", cancelled);
        }
        return DEFAULT_BYTES;
    }

    /** How many more bytes a record may have; negative if it is too large. */
    int roomIn(ProducerRecord<byte[], byte[]> record) {
        return bytes.getOrDefault(record.topic(), DEFAULT_BYTES)
                - AbstractRecords.estimateSizeInBytesUpperBound(
                        RecordBatch.CURRENT_MAGIC_VALUE,
                        CompressionType.NONE,
                        record.key(),
                        record.value(),
                        record.headers().toArray());
    }
}
