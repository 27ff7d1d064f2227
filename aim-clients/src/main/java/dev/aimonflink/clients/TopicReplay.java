package dev.aimonflink.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads what Kafka took of a topic from one time to another, at most to where it ended when reading began; records of transactions once
 * committed. Belongs to no consumer group and commits nothing.
 */
public final class TopicReplay implements AutoCloseable {
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(200);

    /** The most records and bytes of a Kafka partition that come at once: a nearby broker gives some 100 MB a second. */
    private static final int MAX_POLL_RECORDS = 10_000;

    private static final int MAX_PARTITION_BYTES = 8 << 20;

    /**
     * What is read of a Kafka partition.
     *
     * @param beginning first offset that still exists
     * @param oldestMs when Kafka took the oldest existing record, if any
     * @param from first offset to read
     * @param until offset behind the last one to read
     */
    public record Stretch(int partition, long beginning, OptionalLong oldestMs, long from, long until) {}

    /** Takes each record, in the order of its Kafka partition. */
    public interface Taker {
        void take(ConsumerRecord<byte[], byte[]> record);
    }

    private final Consumer<byte[], byte[]> consumer;
    private final Connection connection;
    private final String topic;
    private final Duration timeout;
    private final Map<TopicPartition, Stretch> stretches = new HashMap<>();

    /** The partitions with more to read. */
    private final Set<TopicPartition> open = new HashSet<>();

    private final long size;
    private long done;

    /** The time of the first of consecutive polls that brought nothing. */
    private long silentSinceNanos;

    private boolean isSilent;

    /**
     * @param untilMs {@link Long#MAX_VALUE} for where the topic ends now
     * @param timeout how long no broker may answer
     */
    public TopicReplay(Connection connection, String topic, long fromMs, long untilMs, Duration timeout) {
        this(connection.openConsumer(settings(timeout)), connection, topic, fromMs, untilMs, timeout);
    }

    TopicReplay(
            Consumer<byte[], byte[]> consumer,
            Connection connection,
            String topic,
            long fromMs,
            long untilMs,
            Duration timeout) {
        this.consumer = consumer;
        this.connection = connection;
        this.topic = topic;
        this.timeout = timeout;
        try {
            reading(() -> {
                find(fromMs, untilMs);
                return null;
            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        size = stretches.values().stream()
                .mapToLong(each -> each.until - each.from)
                .sum();
    }

    private static Map<String, Object> settings(Duration timeout) {
        Map<String, Object> settings = new HashMap<>(TopicReader.settings());
        // Records deleted while reading must not be skipped silently.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MAX_PARTITION_BYTES);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(timeout.toMillis()));
        return settings;
    }

    private void find(long fromMs, long untilMs) {
        List<TopicPartition> partitions = TopicReader.existing(topic, consumer, connection);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
        Map<TopicPartition, OffsetAndTimestamp> oldest = recordsFrom(0, partitions);
        Map<TopicPartition, OffsetAndTimestamp> first = recordsFrom(fromMs, partitions);
        Map<TopicPartition, OffsetAndTimestamp> behind =
                untilMs == Long.MAX_VALUE ? Map.of() : recordsFrom(untilMs, partitions);
        consumer.assign(partitions);
        for (TopicPartition each : partitions) {
            final long end = ends.get(each);
            final long until = behind.get(each) == null
                    ? end
                    : Math.min(end, behind.get(each).offset());
            final long from = first.get(each) == null
                    ? until
                    : Math.min(until, first.get(each).offset());
            OptionalLong oldestMs = oldest.get(each) == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(oldest.get(each).timestamp());
            stretches.put(each, new Stretch(each.partition(), beginnings.get(each), oldestMs, from, until));
            consumer.seek(each, from);
            if (from < until) {
                open.add(each);
            } else {
                consumer.pause(List.of(each));
            }
        }
    }

    /** By Kafka partition, the first record that Kafka took at or after a time; null if there is none. */
    private Map<TopicPartition, OffsetAndTimestamp> recordsFrom(long timeMs, List<TopicPartition> partitions) {
        return consumer.offsetsForTimes(
                partitions.stream().collect(Collectors.toMap(Function.identity(), each -> Math.max(0, timeMs))));
    }

    public List<Stretch> stretches() {
        return List.copyOf(stretches.values());
    }

    /** How many offsets there are to read. */
    public long size() {
        return size;
    }

    public long done() {
        return done;
    }

    public boolean isAtEnd() {
        return open.isEmpty();
    }

    /**
     * Reads the next records.
     *
     * @throws ClientException if no broker has answered for too long
     */
    public void next(Taker taker) {
        ConsumerRecords<byte[], byte[]> polled = reading(() -> consumer.poll(POLL_TIMEOUT));
        for (TopicPartition partition : polled.partitions()) {
            final long until = stretches.get(partition).until;
            for (ConsumerRecord<byte[], byte[]> record : polled.records(partition)) {
                if (record.offset() < until) {
                    taker.take(record);
                }
            }
        }
        final long before = done;
        advance();
        if (done > before || isAtEnd()) {
            isSilent = false;
        } else if (!isSilent) {
            isSilent = true;
            silentSinceNanos = System.nanoTime();
        } else if (System.nanoTime() - silentSinceNanos > timeout.toNanos()) {
            throw connection.unreachable(timeout, null);
        }
    }

    /** Markers of transactions are passed over without a record. */
    private void advance() {
        long left = 0;
        for (TopicPartition each : new ArrayList<>(open)) {
            final long position = reading(() -> consumer.position(each));
            final long until = stretches.get(each).until;
            if (position >= until) {
                open.remove(each);
                consumer.pause(List.of(each));
            } else {
                left += until - position;
            }
        }
        done = size - left;
    }

    private <T> T reading(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (TimeoutException e) {
            throw connection.unreachable(timeout, e);
        } catch (KafkaException e) {
            throw connection.failure("read " + topic, e);
        }
    }

    @Override
    public void close() {
        // A consumer outside any group has nothing to hand over.
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
