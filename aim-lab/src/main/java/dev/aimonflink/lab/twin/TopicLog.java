package dev.aimonflink.lab.twin;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Reads topics from the beginning, and a group's committed offsets. */
public final class TopicLog implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
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
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        read(topic, 0, records::add);
        return records;
    }

    /** Those that Kafka took from a time on. */
    public void read(String topic, long fromMs, Consumer<ConsumerRecord<byte[], byte[]>> each) {
        Map<TopicPartition, Long> from = new HashMap<>();
        partitions(topic).forEach(partition -> from.put(partition, fromMs));
        Map<TopicPartition, Long> ends = consumer.endOffsets(from.keySet());
        consumer.assign(from.keySet());
        consumer.offsetsForTimes(from)
                .forEach((partition, first) ->
                        consumer.seek(partition, first == null ? ends.get(partition) : first.offset()));
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> read : consumer.poll(POLL)) {
                // Later records are left to the next read.
                if (read.offset() < ends.get(new TopicPartition(topic, read.partition()))) {
                    each.accept(read);
                }
            }
        }
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
