package dev.aimonflink.clients;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;

/** The broker's topics, transactions and consumer groups, as {@link TopicAdmin} needs them. */
interface TopicStore extends AutoCloseable {
    /** By the number of each partition of a topic, the offset behind its last record that is committed. */
    Map<Integer, Long> committedEnds(String topic);

    /** Those of the named topics that exist, by name. */
    Map<String, TopicState> describe(Collection<String> names);

    /** Creates topics, and returns once they can be used. Returns the names of those that no other client created meanwhile. */
    Set<String> create(List<TopicState> topics);

    /** The sum over the partitions of a topic of the first offset that each still has. */
    long firstOffsets(String topic);

    /** The number of records of a topic in or behind open transactions. */
    long recordsInOpenTransactions(String topic);

    /** The ids of transactions that have been open for so long, on any topic. */
    List<String> transactionsOpenFor(Duration time);

    /** Whether a consumer group has committed offsets of any topic. */
    boolean hasCommittedOffsets(String group);

    /**
     * What the user of this client may do with topics: nothing where the broker does not even describe the topic. Without those that do
     * not exist.
     */
    Map<String, Set<AclOperation>> operations(Collection<String> topics);

    /** What the user of this client may do with a consumer group; empty if the broker does not say, as of a group that does not exist. */
    Optional<Set<AclOperation>> operationsOfGroup(String group);

    @Override
    void close();
}
