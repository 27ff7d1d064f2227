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
    /** By partition of a topic, the offset behind its last committed record. */
    Map<Integer, Long> committedEnds(String topic);

    /** Behind the last record of each partition, committed or not. */
    Map<Integer, Long> ends(String topic);

    /** The existing ones, by name. */
    Map<String, TopicState> describe(Collection<String> names);

    /** Creates topics, and returns once they can be used. Returns the names that no other client created meanwhile. */
    Set<String> create(List<TopicState> topics);

    /** The sum over a topic's partitions of the first offset that each still has. */
    long firstOffsets(String topic);

    long recordsInOpenTransactions(String topic);

    /** The ids of transactions open for so long, on any topic. */
    List<String> transactionsOpenFor(Duration time);

    boolean hasCommittedOffsets(String group);

    /** What this client's user may do with existing topics: nothing if the broker does not even describe them. */
    Map<String, Set<AclOperation>> operations(Collection<String> topics);

    /** What this client's user may do with a consumer group; empty if the broker does not say, as for a missing group. */
    Optional<Set<AclOperation>> operationsOfGroup(String group);

    @Override
    void close();
}
