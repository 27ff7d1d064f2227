package dev.aimonflink.job.source;

import java.time.Duration;
import java.util.Collection;
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
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the broker which offsets it has, with a new client each time, because a reader asks only when it begins. */
final class BrokerRanges implements OffsetCheck.Broker {
    /** After this time a reader begins without an answer. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(BrokerRanges.class);

    private static final ListOffsetsOptions OF_ALL_RECORDS =
            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED).timeoutMs((int) TIMEOUT.toMillis());

    private final Properties properties;

    BrokerRanges(Properties properties) {
        this.properties = properties;
    }

    @Override
    public Map<TopicPartition, OffsetCheck.Range> ranges(Collection<TopicPartition> partitions) {
        Admin admin = Admin.create(properties);
        try {
            return ranges(
                    partitions,
                    admin.listOffsets(each(partitions, OffsetSpec.earliest()), OF_ALL_RECORDS),
                    admin.listOffsets(each(partitions, OffsetSpec.latest()), OF_ALL_RECORDS));
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /** The known ones: a Kafka partition without a leader does not hide what others have lost. */
    static Map<TopicPartition, OffsetCheck.Range> ranges(
            Collection<TopicPartition> partitions, ListOffsetsResult firsts, ListOffsetsResult nexts) {
        final long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        Map<TopicPartition, OffsetCheck.Range> ranges = new HashMap<>();
        for (TopicPartition partition : partitions) {
            try {
                long first = offset(firsts, partition, deadlineNanos);
                ranges.put(partition, new OffsetCheck.Range(first, offset(nexts, partition, deadlineNanos)));
            } catch (ExecutionException | TimeoutException unknown) {
                LOG.warn("The offsets that Kafka has of {} are unknown. The consumer finds out.", partition, unknown);
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return ranges;
    }

    static Map<TopicPartition, OffsetSpec> each(Collection<TopicPartition> partitions, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
        partitions.forEach(partition -> specs.put(partition, spec));
        return specs;
    }

    private static long offset(ListOffsetsResult result, TopicPartition partition, long deadlineNanos)
            throws ExecutionException, InterruptedException, TimeoutException {
        return result.partitionResult(partition)
                .get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS)
                .offset();
    }
}
