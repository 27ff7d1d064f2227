package dev.aimonflink.clients;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topics of a real broker. */
final class KafkaTopicStore implements TopicStore {
    /** A new topic is not known to every broker at once. */
    private static final Duration APPEAR_TIMEOUT = Duration.ofSeconds(10);

    private static final long APPEAR_POLL_MS = 20;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private static final Set<String> SHOWN_CONFIG = Set.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.RETENTION_MS_CONFIG,
            TopicConfig.RETENTION_BYTES_CONFIG,
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);

    private final Connection connection;
    private final Admin admin;

    KafkaTopicStore(Connection connection) {
        this.connection = connection;
        this.admin = connection.openAdmin();
    }

    @Override
    public Map<String, TopicState> describe(Collection<String> names) {
        Map<String, TopicDescription> found = new TreeMap<>();
        admin.describeTopics(names).topicNameValues().forEach((name, future) -> {
            try {
                found.put(name, get(future, "describe topics"));
            } catch (UnknownTopicOrPartitionException e) {
                // The topic does not exist, so it is not in the map.
            }
        });
        List<ConfigResource> resources =
                found.keySet().stream().map(KafkaTopicStore::resource).toList();
        Map<ConfigResource, Config> configs = configs(resources);
        Map<String, TopicState> states = new TreeMap<>();
        found.forEach((name, description) ->
                states.put(name, state(description, configs.getOrDefault(resource(name), new Config(List.of())))));
        return states;
    }

    /** Empty where this client may not read them: publishing and asking need the topic, not its settings. */
    private Map<ConfigResource, Config> configs(List<ConfigResource> topics) {
        try {
            return get(admin.describeConfigs(topics).all(), "describe topics");
        } catch (ClientException failure) {
            if (failure.getCause() instanceof AuthorizationException) {
                return Map.of();
            }
            throw failure;
        }
    }

    private static ConfigResource resource(String name) {
        return new ConfigResource(ConfigResource.Type.TOPIC, name);
    }

    private static TopicState state(TopicDescription description, Config config) {
        Map<String, String> shown = new TreeMap<>();
        for (ConfigEntry entry : config.entries()) {
            if (SHOWN_CONFIG.contains(entry.name())) {
                shown.put(entry.name(), entry.value());
            }
        }
        return new TopicState(
                description.name(),
                description.partitions().size(),
                description.partitions().get(0).replicas().size(),
                shown);
    }

    @Override
    public Set<String> create(List<TopicState> topics) {
        List<NewTopic> wanted = topics.stream()
                .map(topic -> new NewTopic(topic.name(), topic.partitions(), (short) topic.replicationFactor())
                        .configs(topic.config()))
                .toList();
        Set<String> created = new HashSet<>();
        admin.createTopics(wanted).values().forEach((name, future) -> {
            try {
                get(future, "create topic " + name);
                created.add(name);
            } catch (TopicExistsException e) {
                // Another client created it first; the report shows its actual settings.
            }
        });
        awaitLeaders(awaitAll(topics.stream().map(TopicState::name).toList()));
        return created;
    }

    private Map<String, TopicState> awaitAll(List<String> names) {
        return Waiting.forValue(
                        () -> Optional.of(describe(names)).filter(found -> found.size() >= names.size()),
                        APPEAR_TIMEOUT,
                        APPEAR_POLL_MS)
                .orElseThrow(() -> new ClientException("The broker at " + connection.bootstrap()
                        + " created the topics " + String.join(", ", names) + " but does not show them after "
                        + Durations.text(APPEAR_TIMEOUT) + ". Look at its log."));
    }

    /**
     * A broker shows a partition shortly before it leads it. An idempotent producer that comes in between may have its first batch refused
     * and its second accepted, and then the first is out of order for good. Only its leader knows a partition's end.
     */
    private void awaitLeaders(Map<String, TopicState> topics) {
        get(admin.listOffsets(places(topics, OffsetSpec.latest())).all(), "create topics");
    }

    private static Map<TopicPartition, OffsetSpec> places(Map<String, TopicState> topics, OffsetSpec place) {
        Map<TopicPartition, OffsetSpec> places = new HashMap<>();
        topics.forEach((name, topic) -> {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                places.put(new TopicPartition(name, partition), place);
            }
        });
        return places;
    }

    @Override
    public long firstOffsets(String topic) {
        return sumOfOffsets(places(describe(List.of(topic)), OffsetSpec.earliest()), IsolationLevel.READ_UNCOMMITTED);
    }

    @Override
    public long recordsInOpenTransactions(String topic) {
        Map<TopicPartition, OffsetSpec> ends = places(describe(List.of(topic)), OffsetSpec.latest());
        long stableEnds = sumOfOffsets(ends, IsolationLevel.READ_COMMITTED);
        return sumOfOffsets(ends, IsolationLevel.READ_UNCOMMITTED) - stableEnds;
    }

    @Override
    public Map<Integer, Long> committedEnds(String topic) {
        return ends(topic, IsolationLevel.READ_COMMITTED);
    }

    @Override
    public Map<Integer, Long> ends(String topic) {
        return ends(topic, IsolationLevel.READ_UNCOMMITTED);
    }

    private Map<Integer, Long> ends(String topic, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> ends = places(describe(List.of(topic)), OffsetSpec.latest());
        return offsets(ends, isolation).entrySet().stream()
                .collect(Collectors.toMap(
                        end -> end.getKey().partition(), end -> end.getValue().offset()));
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Map<TopicPartition, OffsetSpec> specs, IsolationLevel isolation) {
        return get(admin.listOffsets(specs, new ListOffsetsOptions(isolation)).all(), "read the ends of topics");
    }

    private long sumOfOffsets(Map<TopicPartition, OffsetSpec> specs, IsolationLevel isolation) {
        return offsets(specs, isolation).values().stream()
                .mapToLong(ListOffsetsResultInfo::offset)
                .sum();
    }

    @Override
    public List<String> transactionsOpenFor(Duration time) {
        ListTransactionsOptions open = new ListTransactionsOptions()
                .filterStates(Set.of(TransactionState.ONGOING))
                .filterOnDuration(time.toMillis());
        return get(admin.listTransactions(open).all(), "list transactions").stream()
                .map(TransactionListing::transactionalId)
                .sorted()
                .toList();
    }

    @Override
    public boolean hasCommittedOffsets(String group) {
        return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(), "read offsets of " + group)
                .values()
                .stream()
                .anyMatch(Objects::nonNull);
    }

    @Override
    public Map<String, Set<AclOperation>> operations(Collection<String> topics) {
        Map<String, Set<AclOperation>> operations = new TreeMap<>();
        admin.describeTopics(topics, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues()
                .forEach((name, future) -> {
                    try {
                        allowed(future.thenApply(TopicDescription::authorizedOperations), "ask for rights")
                                .ifPresent(of -> operations.put(name, of));
                    } catch (UnknownTopicOrPartitionException e) {
                        // The topic does not exist, so it is not in the map.
                    }
                });
        return operations;
    }

    @Override
    public Optional<Set<AclOperation>> operationsOfGroup(String group) {
        return allowed(
                admin.describeConsumerGroups(
                                List.of(group), new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true))
                        .describedGroups()
                        .get(group)
                        .thenApply(ConsumerGroupDescription::authorizedOperations),
                "ask for rights");
    }

    /** Empty if the broker refuses to describe; an empty set if it does not say. */
    private Optional<Set<AclOperation>> allowed(KafkaFuture<Set<AclOperation>> future, String action) {
        try {
            return Optional.ofNullable(get(future, action));
        } catch (ClientException failure) {
            if (failure.getCause() instanceof AuthorizationException) {
                return Optional.of(Set.of());
            }
            if (failure.getCause() instanceof GroupIdNotFoundException) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private <T> T get(KafkaFuture<T> future, String action) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException exists) {
                throw exists;
            }
            if (e.getCause() instanceof UnknownTopicOrPartitionException unknown) {
                throw unknown;
            }
            throw connection.failure(action, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClientException("Interrupted on the way to " + action + ".", e);
        }
    }

    @Override
    public void close() {
        admin.close(CLOSE_TIMEOUT);
    }
}
