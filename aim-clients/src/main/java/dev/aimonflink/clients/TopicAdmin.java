package dev.aimonflink.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.record.TimestampType;

/** Creates our topics and reports their settings, but never changes an existing topic. */
public final class TopicAdmin implements AutoCloseable {
    private final TopicStore store;
    private final String bootstrap;

    public TopicAdmin(Connection connection) {
        this(new KafkaTopicStore(connection), connection.bootstrap());
    }

    TopicAdmin(TopicStore store, String bootstrap) {
        this.store = store;
        this.bootstrap = bootstrap;
    }

    /** With the default settings. */
    public static void createMissing(Connection connection, Topics topics) {
        try (TopicAdmin admin = new TopicAdmin(connection)) {
            admin.createMissing(topics, TopicSettings.defaults());
        }
    }

    public void createMissingOfRules(Collection<String> names) {
        Set<String> before = store.describe(names).keySet();
        List<TopicState> missing = names.stream()
                .filter(name -> !before.contains(name))
                .map(name -> TopicSettings.defaults().wanted(TopicRole.ALERTS, name))
                .toList();
        if (!missing.isEmpty()) {
            store.create(missing);
        }
    }

    public List<TopicReport> createMissing(Topics topics, TopicSettings settings) {
        Map<String, TopicState> before = store.describe(topics.names());
        List<TopicState> missing = Arrays.stream(TopicRole.values())
                .filter(role -> !before.containsKey(topics.name(role)))
                .map(role -> settings.wanted(role, topics.name(role)))
                .toList();
        Set<String> created = missing.isEmpty() ? Set.of() : store.create(missing);
        return reports(topics, settings, created);
    }

    public List<TopicReport> list(Topics topics, TopicSettings settings) {
        return reports(topics, settings, Set.of());
    }

    private List<TopicReport> reports(Topics topics, TopicSettings settings, Set<String> created) {
        Map<String, TopicState> now = store.describe(topics.names());
        List<TopicReport> reports = new ArrayList<>();
        for (TopicRole role : TopicRole.values()) {
            String name = topics.name(role);
            TopicState state = now.get(name);
            List<String> differences = state == null ? List.of() : state.differencesFrom(settings.wanted(role, name));
            reports.add(new TopicReport(role, name, state, created.contains(name), differences));
        }
        return reports;
    }

    /** A broker may create an unknown topic on the first record, with settings that are wrong for us; so it is asked before anything is sent. */
    public void require(Collection<String> names) {
        Map<String, TopicState> found = store.describe(names);
        String missing =
                names.stream().filter(name -> !found.containsKey(name)).sorted().collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            throw missing(missing, bootstrap);
        }
    }

    public int partitions(String topic) {
        TopicState found = store.describe(List.of(topic)).get(topic);
        if (found == null) {
            throw missing(topic, bootstrap);
        }
        return found.partitions();
    }

    /** Whether a topic's records have their producers' times; false if the broker does not say. */
    public boolean hasTimesOfProducers(String topic) {
        TopicState found = store.describe(List.of(topic)).get(topic);
        return found != null
                && TimestampType.CREATE_TIME.name.equals(found.config().get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG));
    }

    /** How many records of a topic are gone, if each offset had one. */
    public long deletedRecords(String topic) {
        return store.firstOffsets(topic);
    }

    /** By partition of a topic, the offset behind its last committed record. */
    public Map<Integer, Long> committedEnds(String topic) {
        return store.committedEnds(topic);
    }

    /** By partition, the offset behind its last record, committed or not. */
    public Map<Integer, Long> ends(String topic) {
        return store.ends(topic);
    }

    public long recordsInOpenTransactions(String topic) {
        return store.recordsInOpenTransactions(topic);
    }

    /** The ids of transactions open for so long, on any topic. */
    public List<String> transactionsOpenFor(Duration time) {
        return store.transactionsOpenFor(time);
    }

    /** Whether a consumer group has committed offsets of any topic. */
    public boolean hasCommittedOffsets(String group) {
        return store.hasCommittedOffsets(group);
    }

    /** What this client's user may do with existing topics. */
    public Map<String, Set<AclOperation>> operations(Collection<String> names) {
        return store.operations(names);
    }

    /** What this client's user may do with a consumer group; empty if the broker does not say. */
    public Optional<Set<AclOperation>> operationsOfGroup(String group) {
        return store.operationsOfGroup(group);
    }

    static ClientException missing(String names, String bootstrap) {
        return new ClientException("The broker at " + bootstrap + " has no topic " + names
                + ". Create it with `aim topics create`" + " and the same options.");
    }

    @Override
    public void close() {
        store.close();
    }
}
