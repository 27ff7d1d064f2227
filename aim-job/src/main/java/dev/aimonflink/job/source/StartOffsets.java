package dev.aimonflink.job.source;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.Start;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offsets at which a job without state begins in its topics. {@link Start} decides in a topic that makes up the state. By default the
 * job refuses to begin in the middle of such a topic, because its answers would be wrong but plausible. In the topic of queries, it begins
 * where its group left off, else at the next query.
 *
 * <p>The offsets are resolved once, to numbers. The connector's own initializer stores a marker that every start resolves anew, until a
 * partition has its first record. A job that failed before the first query would then skip it when restored, and an old savepoint would
 * begin at the offsets of a later run of its group.
 */
@SuppressWarnings("deprecation") // the connector's interface asks for the strategy that the clients deprecate
final class StartOffsets implements OffsetsInitializer {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(StartOffsets.class);

    private final OffsetResetStrategy whereNoneIsCommitted;
    private final Start start;
    private final String groupId;

    private StartOffsets(OffsetResetStrategy whereNoneIsCommitted, Start start, String groupId) {
        this.whereNoneIsCommitted = whereNoneIsCommitted;
        this.start = start;
        this.groupId = groupId;
    }

    /** For a topic that makes up the state: profiles, and events except for {@link WindowStart}. */
    static StartOffsets ofHistory(JobSettings settings) {
        return new StartOffsets(OffsetResetStrategy.EARLIEST, settings.start(), settings.groupId());
    }

    static StartOffsets committedElseNext(JobSettings settings) {
        return new StartOffsets(OffsetResetStrategy.LATEST, Start.COMMITTED, settings.groupId());
    }

    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
            Collection<TopicPartition> partitions, PartitionOffsetsRetriever broker) {
        if (start == Start.EARLIEST || start == Start.WINDOW) {
            return broker.beginningOffsets(partitions);
        }
        Map<TopicPartition, Long> committed = broker.committedOffsets(partitions);
        if (start == Start.AUTO) {
            requireUnread(committed);
        }
        Map<TopicPartition, Long> offsets = new HashMap<>(ofNew(partitions, committed.keySet(), broker));
        offsets.putAll(committed);
        if (whereNoneIsCommitted == OffsetResetStrategy.EARLIEST && !committed.isEmpty()) {
            warning(committed, broker.beginningOffsets(committed.keySet())).ifPresent(LOG::warn);
        }
        return offsets;
    }

    /**
     * Throws an exception that Flink does not retry. A restart before the first checkpoint passes, because the connector commits offsets
     * only with checkpoints. A job restored from a checkpoint does not call this.
     */
    private void requireUnread(Map<TopicPartition, Long> committed) {
        for (Map.Entry<TopicPartition, Long> each : committed.entrySet()) {
            if (each.getValue() > 0) {
                throw new SuppressRestartsException(
                        new InvalidInputException(AimOptions.START.key() + "=" + start.label()
                                + ": the group '" + groupId + "' has read topic "
                                + each.getKey().topic()
                                + " before, and this job has no state, so what was read then would not count. Give it its state"
                                + " with -s PATH, of a savepoint or a retained checkpoint; or let it count again what Kafka still"
                                + " has, with --aim.start earliest, or what is in present windows, with --aim.start window; or"
                                + " let it go on without what was read, with --aim.start committed."));
            }
        }
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

    /** A warning if the job skips records because it has no state. */
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
                        + " earlier records do not count. Start it from a savepoint or a retained checkpoint, or"
                        + " with aim.start=earliest to count from the first record.");
    }

    /**
     * What a consumer does if the broker no longer has its offset: it fails where records make up the state, see {@link OffsetCheck}. For
     * queries it continues at the first one: those deleted unread have expired.
     */
    @Override
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
        return whereNoneIsCommitted == OffsetResetStrategy.EARLIEST
                ? OffsetResetStrategy.NONE
                : OffsetResetStrategy.EARLIEST;
    }
}
