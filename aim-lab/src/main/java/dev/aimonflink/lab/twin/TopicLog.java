package dev.aimonflink.lab.twin;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Reads topics from the beginning, and a group's committed offsets. */
public final class TopicLog implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private final Consumer<byte[], byte[]> consumer;
    private final Admin admin;

    public TopicLog(Connection connection) {
        consumer = connection.openConsumer(Map.of(
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"));
        admin = connection.openAdmin();
    }

    /** All records committed now, partition by partition. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        Collection<TopicPartition> partitions = partitions(topic);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
            consumer.poll(POLL).forEach(records::add);
        }
        // Later records are left to the next read.
        records.removeIf(record -> record.offset() >= ends.get(new TopicPartition(topic, record.partition())));
        return records;
    }

    /** By partition. */
    public Map<Integer, Long> ends(String topic) {
        Map<Integer, Long> ends = new HashMap<>();
        consumer.endOffsets(partitions(topic)).forEach((partition, end) -> ends.put(partition.partition(), end));
        return ends;
    }

    /** Whether a group has committed these offsets of a topic. */
    public boolean isReadBy(String group, String topic, Map<Integer, Long> ends) {
        Map<TopicPartition, OffsetAndMetadata> committed = Waiting.forResult(
                admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .toCompletionStage()
                        .toCompletableFuture(),
                ANSWER_LIMIT,
                "The broker did not report the offsets of group " + group);
        return ends.entrySet().stream().allMatch(each -> {
            OffsetAndMetadata offset = committed.get(new TopicPartition(topic, each.getKey()));
            return each.getValue() == 0 || (offset != null && offset.offset() >= each.getValue());
        });
    }

    private List<TopicPartition> partitions(String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    @Override
    public void close() {
        try (admin) {
            consumer.close();
        }
    }
}
