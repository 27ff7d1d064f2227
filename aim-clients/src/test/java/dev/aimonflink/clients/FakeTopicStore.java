package dev.aimonflink.clients;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.acl.AclOperation;

/** Fake topics, without a broker. */
final class FakeTopicStore implements TopicStore {
    final Map<String, TopicState> topics = new TreeMap<>();

    /** Topics that another client creates between the look and the creation. */
    TopicState createdMeanwhile;

    boolean closed;

    long recordsInOpenTransactions;
    final Map<String, Long> firstOffsets = new TreeMap<>();
    List<String> openTransactions = List.of();
    final Set<String> groupsWithOffsets = new TreeSet<>();

    /** By topic or group; everything where there is no entry. */
    final Map<String, Set<AclOperation>> allowed = new TreeMap<>();

    @Override
    public Map<String, TopicState> describe(Collection<String> names) {
        Map<String, TopicState> found = new TreeMap<>(topics);
        found.keySet().retainAll(names);
        return found;
    }

    @Override
    public Set<String> create(List<TopicState> wanted) {
        if (createdMeanwhile != null) {
            topics.put(createdMeanwhile.name(), createdMeanwhile);
        }
        Set<String> created = new TreeSet<>();
        for (TopicState topic : wanted) {
            if (topics.putIfAbsent(topic.name(), topic) == null) {
                created.add(topic.name());
            }
        }
        return created;
    }

    @Override
    public long firstOffsets(String topic) {
        return firstOffsets.getOrDefault(topic, 0L);
    }

    @Override
    public Map<Integer, Long> committedEnds(String topic) {
        return Map.of(0, firstOffsets(topic));
    }

    @Override
    public Map<Integer, Long> ends(String topic) {
        return committedEnds(topic);
    }

    @Override
    public long recordsInOpenTransactions(String topic) {
        return recordsInOpenTransactions;
    }

    @Override
    public List<String> transactionsOpenFor(Duration time) {
        return openTransactions;
    }

    @Override
    public boolean hasCommittedOffsets(String group) {
        return groupsWithOffsets.contains(group);
    }

    @Override
    public Map<String, Set<AclOperation>> operations(Collection<String> names) {
        Map<String, Set<AclOperation>> operations = new TreeMap<>();
        describe(names)
                .keySet()
                .forEach(name -> operations.put(name, allowed.getOrDefault(name, EnumSet.allOf(AclOperation.class))));
        return operations;
    }

    @Override
    public Optional<Set<AclOperation>> operationsOfGroup(String group) {
        return Optional.ofNullable(allowed.get(group));
    }

    @Override
    public void close() {
        closed = true;
    }
}
