package dev.aimonflink.clients;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A fake topic of records, such as dead letters. Its offsets may have gaps, as the markers of transactions leave them. */
public final class FakeTopic {
    /** Few, so that every test reads several times. */
    private static final int RECORDS_OF_A_POLL = 3;

    private static final Instant FIRST_TIME = Instant.parse("2026-11-20T08:00:00Z");

    private record Letter(int partition, long offset, long timeMs, RecordHeaders headers, byte[] key, byte[] value) {}

    private final List<Letter> letters = new ArrayList<>();
    private final long[] ends;
    private final long[] beginnings;

    /** After so many polls, the broker does not answer. */
    private int mostPolls = Integer.MAX_VALUE;

    /** Where the topic ends while nobody reads it; null for where it ends in the end. */
    private long[] endsAtFirst;

    public FakeTopic(int partitions) {
        ends = new long[partitions];
        beginnings = new long[partitions];
    }

    /** Adds a record that Kafka takes at a time. */
    public synchronized FakeTopic add(int partition, long timeMs, byte[] key, byte[] value) {
        letters.add(new Letter(partition, ends[partition]++, timeMs, new RecordHeaders(), key, value));
        return this;
    }

    /** Deletes the records of a partition before an offset. */
    public FakeTopic deleteBefore(int partition, long offset) {
        beginnings[partition] = offset;
        letters.removeIf(each -> each.partition == partition && each.offset < offset);
        return this;
    }

    /** Lets the broker be gone after so many polls. */
    public FakeTopic goneAfter(int polls) {
        mostPolls = polls;
        return this;
    }

    /** Adds a letter, a second after the one before. */
    public synchronized FakeTopic add(int partition, Map<String, String> headers, byte[] key, byte[] value) {
        RecordHeaders all = new RecordHeaders();
        headers.forEach((name, text) -> all.add(name, text.getBytes(StandardCharsets.UTF_8)));
        long timeMs = FIRST_TIME.plusSeconds(letters.size()).toEpochMilli();
        letters.add(new Letter(partition, ends[partition]++, timeMs, all, key, value));
        return this;
    }

    synchronized void add(ProducerRecord<byte[], byte[]> record) {
        long timeMs = FIRST_TIME.plusSeconds(letters.size()).toEpochMilli();
        letters.add(
                new Letter(0, ends[0]++, timeMs, new RecordHeaders(record.headers()), record.key(), record.value()));
    }

    /** Adds a refused event, which was at offset 100 or behind it. */
    public FakeTopic add(int partition, String reason, String event) {
        String offset = Integer.toString(100 + letters.size());
        return add(
                partition,
                Map.of("aim.reason", reason, "aim.topic", "aim.events.v1", "aim.partition", "2", "aim.offset", offset),
                null,
                event.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds offsets without letters. */
    public FakeTopic addMarkers(int partition, int count) {
        ends[partition] += count;
        return this;
    }

    /** What is added from now on comes while somebody reads. After the last of it, the broker does not answer. */
    public FakeTopic whileReading() {
        endsAtFirst = ends.clone();
        return this;
    }

    Consumer<byte[], byte[]> consumer(String topic, boolean exists) {
        return new FakeConsumer(topic, exists);
    }

    private final class FakeConsumer extends MockConsumer<byte[], byte[]> {
        private final String topic;
        private final boolean exists;
        private boolean isGone;
        private final Map<TopicPartition, Long> positions = new HashMap<>();
        private final Set<TopicPartition> paused = new HashSet<>();
        private int polls;

        FakeConsumer(String topic, boolean exists) {
            super("earliest");
            this.topic = topic;
            this.exists = exists;
        }

        @Override
        public synchronized List<PartitionInfo> partitionsFor(String name) {
            List<PartitionInfo> found = new ArrayList<>();
            for (int partition = 0; exists && partition < ends.length; partition++) {
                found.add(new PartitionInfo(topic, partition, null, null, null));
            }
            return found;
        }

        @Override
        public synchronized Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            partitions.forEach(partition -> offsets.put(partition, beginnings[partition.partition()]));
            return offsets;
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            if (isGone) {
                throw new TimeoutException("The broker is gone.");
            }
            long[] shown = endsAtFirst == null ? ends : endsAtFirst;
            Map<TopicPartition, Long> offsets = new HashMap<>();
            partitions.forEach(partition -> offsets.put(partition, shown[partition.partition()]));
            return offsets;
        }

        @Override
        public synchronized void assign(Collection<TopicPartition> partitions) {
            positions.clear();
            paused.clear();
            partitions.forEach(partition -> positions.put(partition, 0L));
        }

        @Override
        public synchronized void pause(Collection<TopicPartition> partitions) {
            paused.addAll(partitions);
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
            Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
            times.forEach((partition, timeMs) -> found.put(
                    partition,
                    letters.stream()
                            .filter(each -> each.partition == partition.partition() && each.timeMs >= timeMs)
                            .map(each -> new OffsetAndTimestamp(each.offset, each.timeMs))
                            .findFirst()
                            .orElse(null)));
            return found;
        }

        @Override
        public synchronized Set<TopicPartition> assignment() {
            return Set.copyOf(positions.keySet());
        }

        @Override
        public synchronized void seek(TopicPartition partition, long offset) {
            positions.put(partition, offset);
        }

        @Override
        public synchronized long position(TopicPartition partition) {
            return positions.get(partition);
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            ConsumerRecords<byte[], byte[]> records = polled();
            if (records.isEmpty()) {
                // Somebody may read on until the end of a test.
                LockSupport.parkNanos(timeout.toNanos() / 200);
            }
            return records;
        }

        private ConsumerRecords<byte[], byte[]> polled() {
            synchronized (FakeTopic.this) {
                return next();
            }
        }

        private ConsumerRecords<byte[], byte[]> next() {
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
            int count = 0;
            if (polls++ >= mostPolls) {
                return new ConsumerRecords<>(records, Map.of());
            }
            for (Letter letter : letters) {
                TopicPartition partition = new TopicPartition(topic, letter.partition);
                Long position = positions.get(partition);
                if (count < RECORDS_OF_A_POLL
                        && position != null
                        && letter.offset >= position
                        && !paused.contains(partition)) {
                    records.computeIfAbsent(partition, each -> new ArrayList<>())
                            .add(record(letter));
                    positions.put(partition, letter.offset + 1);
                    count++;
                }
            }
            isGone = count == 0 && !passGap() && endsAtFirst != null;
            return new ConsumerRecords<>(records, Map.of());
        }

        /** Returns whether there was one. */
        private boolean passGap() {
            boolean hasPassed = false;
            for (Map.Entry<TopicPartition, Long> position : positions.entrySet()) {
                long end = ends[position.getKey().partition()];
                hasPassed |= position.setValue(end) != end;
            }
            return hasPassed;
        }

        private ConsumerRecord<byte[], byte[]> record(Letter letter) {
            return new ConsumerRecord<>(
                    topic,
                    letter.partition,
                    letter.offset,
                    letter.timeMs,
                    TimestampType.LOG_APPEND_TIME,
                    0,
                    0,
                    letter.key,
                    letter.value,
                    letter.headers,
                    Optional.empty());
        }
    }
}
