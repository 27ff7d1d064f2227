package dev.aimonflink.clients;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a topic's newest records, or all, and then those that come; those of transactions once committed. It belongs to no consumer group
 * and commits nothing, so nobody notices the reading.
 */
public final class TopicReader implements AutoCloseable {
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(200);

    /** After this many, as long as an answer may take, it checks whether the broker is still there. */
    private static final int MOST_EMPTY_POLLS = (int) Connection.ANSWER_TIMEOUT.dividedBy(POLL_TIMEOUT);

    /** If a stretch of a partition has too few records, because it also has markers of transactions, this many times more is read. */
    private static final int STRETCH_GROWTH = 4;

    private final Consumer<byte[], byte[]> consumer;
    private final Connection connection;
    private final String topic;
    private final List<TopicPartition> partitions;

    /** Where the topic ended when reading began. */
    private final Map<TopicPartition, Long> ends;

    private final Map<TopicPartition, Long> beginnings;

    /** Since the last record or answer of the broker. */
    private int emptyPolls;

    public TopicReader(Connection connection, String topic) {
        this(connection.openConsumer(settings()), connection, topic);
    }

    TopicReader(Consumer<byte[], byte[]> consumer, Connection connection, String topic) {
        this.consumer = consumer;
        this.connection = connection;
        this.topic = topic;
        try {
            partitions = reading(() -> existing(topic, consumer, connection));
            ends = reading(() -> consumer.endOffsets(partitions));
            beginnings = reading(() -> consumer.beginningOffsets(partitions));
            rewind();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    static Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>(ResultsReader.settings());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // Records of an aborted transaction are written again.
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        return settings;
    }

    static List<TopicPartition> existing(String topic, Consumer<byte[], byte[]> consumer, Connection connection) {
        List<PartitionInfo> found = consumer.partitionsFor(topic);
        if (found == null || found.isEmpty()) {
            throw TopicAdmin.missing(topic, connection.bootstrap());
        }
        return found.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    /** Goes to the oldest record that the topic still has. */
    private void rewind() {
        consumer.assign(partitions);
        beginnings.forEach(consumer::seek);
    }

    /** Where each partition ended when reading began. */
    public Map<Integer, Long> ends() {
        Map<Integer, Long> ofPartitions = new HashMap<>();
        ends.forEach((partition, end) -> ofPartitions.put(partition.partition(), end));
        return ofPartitions;
    }

    /** The newest records, oldest first; {@link #next} continues behind them. */
    public List<ConsumerRecord<byte[], byte[]>> newest(int limit) {
        return newest(limit, record -> true);
    }

    /** The same, of which each partition has its share, so that no more are read than are wanted. */
    public List<ConsumerRecord<byte[], byte[]>> newestOfEach(int limit) {
        int share = Math.max(1, limit / partitions.size());
        return newest(limit, share, record -> true);
    }

    public List<ConsumerRecord<byte[], byte[]>> newest(int limit, Predicate<ConsumerRecord<byte[], byte[]>> kind) {
        return newest(limit, limit, kind);
    }

    private List<ConsumerRecord<byte[], byte[]>> newest(
            int limit, int ofEach, Predicate<ConsumerRecord<byte[], byte[]>> kind) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            found.addAll(reading(() -> newest(partition, ofEach, kind)));
        }
        found.sort(Comparator.comparingLong(ConsumerRecord::timestamp));
        consumer.assign(partitions);
        ends.forEach(consumer::seek);
        return List.copyOf(found.subList(Math.max(0, found.size() - limit), found.size()));
    }

    private Queue<ConsumerRecord<byte[], byte[]>> newest(
            TopicPartition partition, int limit, Predicate<ConsumerRecord<byte[], byte[]>> kind) {
        consumer.assign(List.of(partition));
        long beginning = beginnings.get(partition);
        for (long stretch = limit; ; stretch *= STRETCH_GROWTH) {
            long from = Math.max(beginning, ends.get(partition) - stretch);
            consumer.seek(partition, from);
            Queue<ConsumerRecord<byte[], byte[]>> found = newestFromHere(partition, limit, kind);
            if (found.size() == limit || from == beginning) {
                return found;
            }
        }
    }

    private Queue<ConsumerRecord<byte[], byte[]>> newestFromHere(
            TopicPartition partition, int limit, Predicate<ConsumerRecord<byte[], byte[]>> kind) {
        Queue<ConsumerRecord<byte[], byte[]>> newest = new ArrayDeque<>();
        while (!isAtEnd(partition)) {
            for (ConsumerRecord<byte[], byte[]> record : pollToEnd()) {
                if (record.offset() < ends.get(partition) && kind.test(record)) {
                    newest.add(record);
                    if (newest.size() > limit) {
                        newest.remove();
                    }
                }
            }
        }
        return newest;
    }

    /**
     * The next records, in the order of each partition; empty if none comes within a moment. Fails if the broker has been away for a while,
     * unlike a poll.
     */
    public List<ConsumerRecord<byte[], byte[]>> next() {
        List<ConsumerRecord<byte[], byte[]>> next = reading(() -> listed(consumer.poll(POLL_TIMEOUT)));
        emptyPolls = next.isEmpty() ? emptyPolls + 1 : 0;
        if (emptyPolls == MOST_EMPTY_POLLS) {
            emptyPolls = 0;
            reading(() -> consumer.endOffsets(partitions));
        }
        return next;
    }

    /** The next records; fails if the topic has more and the broker gives none. */
    public List<ConsumerRecord<byte[], byte[]>> nextToEnd() {
        return reading(() -> listed(pollToEnd()));
    }

    /** Whether all records that existed when reading began have been read. */
    public boolean isAtEnd() {
        return reading(() -> partitions.stream().allMatch(this::isAtEnd));
    }

    private boolean isAtEnd(TopicPartition partition) {
        return consumer.position(partition) >= ends.get(partition);
    }

    private Iterable<ConsumerRecord<byte[], byte[]>> pollToEnd() {
        Map<TopicPartition, Long> before = positions();
        long startNanos = System.nanoTime();
        while (true) {
            Iterable<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL_TIMEOUT);
            // Markers of transactions are passed over without a record.
            if (records.iterator().hasNext() || !positions().equals(before)) {
                return records;
            }
            if (System.nanoTime() - startNanos > TimeUnit.MILLISECONDS.toNanos(Connection.ANSWER_TIMEOUT_MS)) {
                throw connection.unreachable(null);
            }
        }
    }

    private Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> positions = new HashMap<>();
        consumer.assignment().forEach(partition -> positions.put(partition, consumer.position(partition)));
        return positions;
    }

    private static List<ConsumerRecord<byte[], byte[]>> listed(Iterable<ConsumerRecord<byte[], byte[]>> records) {
        List<ConsumerRecord<byte[], byte[]>> listed = new ArrayList<>();
        records.forEach(listed::add);
        return listed;
    }

    private <T> T reading(Supplier<T> reading) {
        try {
            return reading.get();
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
