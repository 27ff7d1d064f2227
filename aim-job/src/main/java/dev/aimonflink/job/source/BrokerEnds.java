package dev.aimonflink.job.source;

import dev.aimonflink.matrix.row.SourcePartition;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker whether readers are at the ends of their Kafka partitions. For one thread.
 *
 * <p>After the last event there may be offsets that no reader gets: those of an aborted transaction, and the markers that end each
 * transaction. So a next offset before the end proves nothing. A consumer reads on from there until its position is the end or an event
 * comes. The end includes uncommitted records: while a transaction is open, a reader of committed records does not get the events behind
 * its beginning yet.
 */
final class BrokerEnds implements EndLookup {
    /** After this time the lookup gives up, and the next one asks again. */
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** How long a poll waits if nothing comes, such as while a transaction is open. */
    private static final Duration POLL = Duration.ofMillis(500);

    /** A fetch needs no more than one event. */
    private static final int MAX_FETCH_BYTES = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(BrokerEnds.class);

    private static final ListOffsetsOptions OF_ALL_RECORDS =
            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED).timeoutMs((int) TIMEOUT.toMillis());

    /** What follows an offset: no event before {@code position}, and possibly one there. */
    private record Seen(long nextOffset, long position, boolean eventFollows) {}

    private final Properties properties;
    private final Admin admin;
    private final Map<TopicPartition, Seen> seen = new HashMap<>();
    private Consumer<byte[], byte[]> consumer;

    /** @param properties of the readers' consumers, so that this consumer gets the same records */
    BrokerEnds(Properties properties) {
        this.properties = properties;
        admin = Admin.create(properties);
    }

    @Override
    public Map<SourcePartition, Silence> behind(Map<SourcePartition, Long> nextOffsets) throws InterruptedException {
        Map<TopicPartition, Long> ends = ends(nextOffsets);
        Map<TopicPartition, Long> toRead = new HashMap<>();
        nextOffsets.forEach((partition, nextOffset) -> {
            TopicPartition kafka = kafka(partition);
            Long end = ends.get(kafka);
            if (end != null && nextOffset < end && !isKnown(kafka, nextOffset, end)) {
                toRead.put(kafka, nextOffset);
            }
        });
        if (!toRead.isEmpty()) {
            readOn(toRead);
        }
        Map<SourcePartition, Silence> silent = new HashMap<>();
        nextOffsets.forEach((partition, nextOffset) -> {
            TopicPartition kafka = kafka(partition);
            Long end = ends.get(kafka);
            if (end != null) {
                long emptyTo = emptyTo(kafka, nextOffset);
                silent.put(partition, new Silence(nextOffset, emptyTo, emptyTo >= end));
            }
        });
        return silent;
    }

    private static TopicPartition kafka(SourcePartition partition) {
        return new TopicPartition(partition.topic(), partition.number());
    }

    /** The ends, without partitions whose leader does not answer. */
    private Map<TopicPartition, Long> ends(Map<SourcePartition, Long> of) throws InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        of.keySet().forEach(partition -> latest.put(kafka(partition), OffsetSpec.latest()));
        ListOffsetsResult result = admin.listOffsets(latest, OF_ALL_RECORDS);
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (TopicPartition partition : latest.keySet()) {
            try {
                ends.put(
                        partition,
                        result.partitionResult(partition)
                                .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                                .offset());
            } catch (ExecutionException | TimeoutException unknown) {
                LOG.debug("The end of {} is unknown, so it counts as behind.", partition, unknown);
            }
        }
        return ends;
    }

    private boolean isKnown(TopicPartition partition, long nextOffset, long end) {
        Seen last = seen.get(partition);
        return last != null && last.nextOffset == nextOffset && (last.eventFollows || last.position >= end);
    }

    private long emptyTo(TopicPartition partition, long nextOffset) {
        Seen last = seen.get(partition);
        return last != null && last.nextOffset == nextOffset && !last.eventFollows ? last.position : nextOffset;
    }

    /** Continues where the last lookup stopped, because the range without events may be long. */
    private void readOn(Map<TopicPartition, Long> nextOffsets) {
        if (consumer == null) {
            consumer = newConsumer();
        }
        consumer.assign(nextOffsets.keySet());
        nextOffsets.forEach((partition, nextOffset) -> {
            Seen last = seen.get(partition);
            consumer.seek(partition, last != null && last.nextOffset == nextOffset ? last.position : nextOffset);
        });
        // Returns as soon as a position moves.
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        nextOffsets.forEach((partition, nextOffset) -> seen.put(
                partition,
                new Seen(
                        nextOffset,
                        consumer.position(partition, TIMEOUT),
                        !records.records(partition).isEmpty())));
        consumer.unsubscribe();
    }

    private Consumer<byte[], byte[]> newConsumer() {
        Properties own = new Properties();
        own.putAll(properties);
        own.remove(ConsumerConfig.GROUP_ID_CONFIG);
        own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        own.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1");
        own.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, String.valueOf(MAX_FETCH_BYTES));
        return new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        try {
            if (consumer != null) {
                consumer.close(CloseOptions.timeout(Duration.ZERO));
            }
        } finally {
            admin.close(Duration.ZERO);
        }
    }
}
