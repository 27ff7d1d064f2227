package dev.aimonflink.clients;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * Publishes records to one topic without waiting for each, and counts those acknowledged and lost. After the first loss the next call
 * throws. The producer's memory bounds the records in flight; beyond it, sending waits. For one thread, except the counters.
 */
public final class RecordPublisher implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final Callback callback = this::completed;
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /** By partition, the offset behind the last acknowledged record. */
    private final Map<Integer, Long> nextOffsets = new ConcurrentHashMap<>();

    private final AtomicReference<Exception> firstFailure = new AtomicReference<>();

    public RecordPublisher(Connection connection, String topic) {
        this(connection.openProducer(settings()), topic);
    }

    RecordPublisher(Producer<byte[], byte[]> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    /** For many records in order: batches wait briefly to fill, and a retry neither loses nor repeats a record. */
    static Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L * 1024 * 1024);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 15_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
        return settings;
    }

    /**
     * Throws {@link ClientException} if this or an earlier record was lost. Records of the same key stay in order.
     *
     * @param value null for a tombstone
     */
    public void publish(byte[] key, byte[] value) {
        publish(key, value, Map.of());
    }

    public void publish(byte[] key, byte[] value, Map<String, String> headers) {
        requireNoFailure();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, key, value);
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        try {
            var unused = producer.send(record, callback);
        } catch (KafkaException e) {
            failed.increment();
            firstFailure.compareAndSet(null, e);
            requireNoFailure();
        }
    }

    /** Where a record is. */
    public record Place(int partition, long offset) {}

    /** Publishes a record whose loss fails only what is returned. */
    public CompletableFuture<Place> send(byte[] key, byte[] value) {
        CompletableFuture<Place> place = new CompletableFuture<>();
        try {
            var unused = producer.send(new ProducerRecord<>(topic, key, value), (metadata, failure) -> {
                if (failure == null) {
                    place.complete(new Place(metadata.partition(), metadata.offset()));
                } else {
                    place.completeExceptionally(failure);
                }
            });
        } catch (KafkaException unsent) {
            place.completeExceptionally(unsent);
        }
        return place;
    }

    private void completed(RecordMetadata metadata, Exception failure) {
        if (failure == null) {
            acknowledged.increment();
            nextOffsets.merge(metadata.partition(), metadata.offset() + 1, Math::max);
        } else {
            failed.increment();
            firstFailure.compareAndSet(null, failure);
        }
    }

    /** Waits until all records are acknowledged; throws {@link ClientException} if one was lost. */
    public void flush() {
        producer.flush();
        requireNoFailure();
    }

    private void requireNoFailure() {
        Exception failure = firstFailure.get();
        if (failure != null) {
            throw new ClientException(
                    "Topic " + topic + " did not take a record: " + failure.getMessage() + " Until then "
                            + acknowledged.sum()
                            + " were acknowledged. See that the broker runs and has room, then publish the rest.",
                    failure);
        }
    }

    public long acknowledged() {
        return acknowledged.sum();
    }

    /** By partition that has acknowledged records, the offset behind the last of them. */
    public Map<Integer, Long> nextOffsets() {
        return new TreeMap<>(nextOffsets);
    }

    public long failed() {
        return failed.sum();
    }

    /** Waits a bounded time for what was sent; call {@link #flush} first to learn whether all of it arrived. */
    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
