package dev.aimonflink.job.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a job without state begins in its topics: where its group left off, else at the first record or at the next.
 *
 * <p>As numbers, once. The connector's own initializer leaves a mark instead that every start resolves anew, until a
 * partition has given its first record: a job that failed before the first query would begin after that query when it is
 * restored, and an old savepoint would begin where a later run of its group had come to.
 */
@SuppressWarnings("deprecation") // the connector's interface asks for the strategy that the clients deprecate
final class StartOffsets implements OffsetsInitializer {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(StartOffsets.class);

    private final OffsetResetStrategy whereNoneIsCommitted;

    private StartOffsets(OffsetResetStrategy whereNoneIsCommitted) {
        this.whereNoneIsCommitted = whereNoneIsCommitted;
    }

    static StartOffsets committedElseFirst() {
        return new StartOffsets(OffsetResetStrategy.EARLIEST);
    }

    static StartOffsets committedElseNext() {
        return new StartOffsets(OffsetResetStrategy.LATEST);
    }

    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever broker) {
        Map<TopicPartition, Long> committed = broker.committedOffsets(partitions);
        Map<TopicPartition, Long> offsets = new HashMap<>(ofNew(partitions, committed.keySet(), broker));
        offsets.putAll(committed);
        if (whereNoneIsCommitted == OffsetResetStrategy.EARLIEST && !committed.isEmpty()) {
            warning(committed, broker.beginningOffsets(committed.keySet())).ifPresent(LOG::warn);
        }
        return offsets;
    }

    private Map<TopicPartition, Long> ofNew(
            Collection<TopicPartition> partitions, Set<TopicPartition> committed, PartitionOffsetsRetriever broker) {
        Set<TopicPartition> uncommitted = new HashSet<>(partitions);
        uncommitted.removeAll(committed);
        if (uncommitted.isEmpty()) {
            return Map.of();
        }
        return whereNoneIsCommitted == OffsetResetStrategy.EARLIEST
                ? broker.beginningOffsets(uncommitted)
                : broker.endOffsets(uncommitted);
    }

    /** What a job without state is not going to read, if anything. */
    static Optional<String> warning(Map<TopicPartition, Long> committed, Map<TopicPartition, Long> beginnings) {
        long skipped = 0;
        String topic = "";
        for (Map.Entry<TopicPartition, Long> each : committed.entrySet()) {
            topic = each.getKey().topic();
            skipped += Math.max(0, each.getValue() - beginnings.get(each.getKey()));
        }
        return skipped == 0
                ? Optional.empty()
                : Optional.of("The job begins without state where its group left off in " + topic + ", so " + skipped
                        + " earlier records do not count. Start it from a savepoint or a retained checkpoint, or give"
                        + " it a new aim.kafka.group-id to count from the first record.");
    }

    /** For offsets that the broker no longer has, and for savepoints of releases that kept marks. */
    @Override
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
        return whereNoneIsCommitted;
    }
}
