package dev.aimonflink.clients;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The broker's topics, transactions and consumer groups, as {@link TopicAdmin} needs them. */
interface TopicStore extends AutoCloseable {
    /** Those of the named topics that exist, by name. */
    Map<String, TopicState> describe(Collection<String> names);

    /** Creates topics, and returns once they can be used. Returns the names of those that no other client created meanwhile. */
    Set<String> create(List<TopicState> topics);

    /** The number of records of a topic in or behind open transactions. */
    long recordsInOpenTransactions(String topic);

    /** The ids of transactions that have been open for so long, on any topic. */
    List<String> transactionsOpenFor(Duration time);

    /** Whether a consumer group has committed offsets of any topic. */
    boolean hasCommittedOffsets(String group);

    @Override
    void close();
}
