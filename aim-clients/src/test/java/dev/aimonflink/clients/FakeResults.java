package dev.aimonflink.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** A fake results topic that already has some results. */
final class FakeResults extends MockConsumer<byte[], byte[]> {
    static final long FIRST_NEW_OFFSET = 5;

    private static final int PARTITIONS = 2;

    /** The timeout that it was closed with; null before. */
    volatile Duration closeTimeout;

    private final String topic;
    private final AtomicLong offset = new AtomicLong(FIRST_NEW_OFFSET);

    /** With all topics. */
    FakeResults(Topics topics) {
        this(topics, topics.names());
    }

    FakeResults(Topics topics, Collection<String> existing) {
        super("latest");
        topic = topics.results();
        if (existing.contains(topics.queries())) {
            updatePartitions(topics.queries(), List.of(new PartitionInfo(topics.queries(), 0, null, null, null)));
        }
        List<PartitionInfo> partitions = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            partitions.add(new PartitionInfo(topic, partition, null, null, null));
            updateBeginningOffsets(Map.of(new TopicPartition(topic, partition), 0L));
            updateEndOffsets(Map.of(new TopicPartition(topic, partition), FIRST_NEW_OFFSET));
        }
        if (existing.contains(topic)) {
            updatePartitions(topic, partitions);
        }
    }

    /** Kafka's own fake does not wait for records. */
    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records = super.poll(Duration.ZERO);
        if (records.isEmpty()) {
            try {
                TimeUnit.MILLISECONDS.timedWait(this, 1);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
        return records;
    }

    @Override
    public synchronized void close(CloseOptions options) {
        closeTimeout = options.timeout().orElse(null);
        super.close(options);
    }

    /** Adds a result to one partition after the other. */
    void add(byte[] key, byte[] value) {
        long next = offset.getAndIncrement();
        addRecord(new ConsumerRecord<>(topic, (int) (next % PARTITIONS), next, key, value));
    }
}
