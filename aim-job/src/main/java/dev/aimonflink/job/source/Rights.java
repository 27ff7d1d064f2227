package dev.aimonflink.job.source;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.RuleSettings;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The rights that the job's user needs at the broker, and which of them are missing. A broker without an authorizer allows everything.
 * Unknown rights, such as on a missing topic, count as allowed: this check must not be what stops a job. Only the topics to which rules
 * write must exist: an alert that cannot be written would stop events.
 */
final class Rights implements Serializable {
    /** The broker's time for each of the three questions. */
    static final int TIMEOUT_MS = 10_000;

    private static final long serialVersionUID = 1L;

    private static final Pattern USER = Pattern.compile("\\busername=\"?([^\"\\s;]+)");

    private static final ConcurrentMap<Object, FutureTask<List<Right>>> ASKED_NOW = new ConcurrentHashMap<>();

    private enum Kind {
        TOPIC("topic", "--topic "),
        GROUP("group", "--group "),
        TRANSACTIONS("transactional ids that begin with", "--resource-pattern-type prefixed --transactional-id ");

        private final String words;
        private final String option;

        Kind(String words, String option) {
            this.words = words;
            this.option = option;
        }
    }

    /**
     * @param operation {@link AclOperation#CREATE} for a missing topic that must exist
     * @param isRequired whether the job refuses to start without it
     */
    record Right(Kind kind, String name, AclOperation operation, boolean isRequired) implements Serializable {
        private static final long serialVersionUID = 1L;

        private boolean isAbsence() {
            return operation == AclOperation.CREATE;
        }

        private String words() {
            return operation + " on " + kind.words + " " + name;
        }

        private String grant(String user) {
            String operationWord = operation == AclOperation.READ ? "Read" : "Write";
            return "kafka-acls.sh --add --allow-principal User:" + user + " --operation " + operationWord + " "
                    + kind.option + name;
        }
    }

    private final List<Right> needed;
    private final RuleSettings rules;
    private final Properties properties;
    private final String userOrNull;

    private Rights(List<Right> needed, RuleSettings rules, Properties properties) {
        this.needed = List.copyOf(needed);
        this.rules = rules;
        this.properties = properties;
        Matcher user = USER.matcher(properties.getProperty(SaslConfigs.SASL_JAAS_CONFIG, ""));
        this.userOrNull = user.find() ? user.group(1) : null;
    }

    static Rights of(JobSettings settings) {
        List<Right> needed = new ArrayList<>(List.of(
                new Right(Kind.TOPIC, settings.eventsTopic(), AclOperation.READ, true),
                new Right(Kind.TOPIC, settings.profilesTopic(), AclOperation.READ, true),
                new Right(Kind.TOPIC, settings.queriesTopic(), AclOperation.READ, true),
                // Statements that need a second round are refused without it.
                new Right(Kind.TOPIC, settings.queriesTopic(), AclOperation.WRITE, false),
                new Right(Kind.TOPIC, settings.resultsTopic(), AclOperation.WRITE, true),
                new Right(Kind.TOPIC, settings.deadLettersTopic(), AclOperation.WRITE, true),
                new Right(Kind.GROUP, settings.groupId(), AclOperation.READ, true)));
        if (settings.deadLetterDelivery() == Delivery.EXACTLY_ONCE) {
            needed.add(new Right(Kind.TRANSACTIONS, settings.deadLetterTransactions(), AclOperation.WRITE, true));
        }
        RuleSettings rules = settings.rules();
        if (rules.enabled()) {
            needed.add(new Right(Kind.TOPIC, rules.topic(), AclOperation.READ, true));
            written(rules).forEach(topic -> needed.add(new Right(Kind.TOPIC, topic, AclOperation.WRITE, true)));
        }
        if (rules.delivery() == Delivery.EXACTLY_ONCE) {
            // Also where no rule judges: the sink ends transactions that an earlier run left open.
            needed.add(new Right(Kind.TRANSACTIONS, settings.alertTransactions(), AclOperation.WRITE, true));
        }
        return new Rights(needed, rules, settings.kafkaProperties());
    }

    List<Right> needed() {
        return needed;
    }

    private static List<String> written(RuleSettings rules) {
        List<String> topics = new ArrayList<>(rules.eventTopics());
        topics.add(rules.alertsTopic());
        return topics;
    }

    /** A job's sources begin together, and then ask the broker once. */
    List<Right> missing() throws InterruptedException, ExecutionException {
        return shared(List.of(needed, properties), this::asked);
    }

    /** The answer to a question, shared with whoever asks the same now. */
    static List<Right> shared(Object question, Callable<List<Right>> ask)
            throws InterruptedException, ExecutionException {
        FutureTask<List<Right>> own = new FutureTask<>(ask);
        FutureTask<List<Right>> other = ASKED_NOW.putIfAbsent(question, own);
        if (other != null) {
            return other.get();
        }
        own.run();
        ASKED_NOW.remove(question);
        return own.get();
    }

    private List<Right> asked() throws InterruptedException, TimeoutException {
        Properties own = new Properties();
        own.putAll(properties);
        own.put("default.api.timeout.ms", String.valueOf(TIMEOUT_MS));
        own.put("request.timeout.ms", String.valueOf(TIMEOUT_MS));
        List<Right> missing = new ArrayList<>();
        try (Admin admin = Admin.create(own)) {
            Map<String, KafkaFuture<Set<AclOperation>>> topics = new HashMap<>();
            admin.describeTopics(names(Kind.TOPIC), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                    .topicNameValues()
                    .forEach((name, topic) -> topics.put(name, topic.thenApply(found -> found.authorizedOperations())));
            Map<String, KafkaFuture<Set<AclOperation>>> groups = new HashMap<>();
            admin.describeConsumerGroups(
                            names(Kind.GROUP), new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true))
                    .describedGroups()
                    .forEach((name, group) -> groups.put(name, group.thenApply(found -> found.authorizedOperations())));
            for (Right right : needed) {
                boolean isMissing =
                        switch (right.kind) {
                            case TOPIC -> isMissing(right, topics.get(right.name));
                            case GROUP -> isMissing(right, groups.get(right.name));
                            case TRANSACTIONS -> mayNotBeginTransactions(right.name);
                        };
                if (isMissing) {
                    missing.add(right);
                }
            }
            // Without the topic of rules there are no alerts either.
            if (rules.enabled() && !isAbsent(topics.get(rules.topic()))) {
                for (String topic : written(rules)) {
                    if (isAbsent(topics.get(topic))) {
                        missing.add(new Right(Kind.TOPIC, topic, AclOperation.CREATE, true));
                    }
                }
            }
        }
        return missing;
    }

    private static boolean isAbsent(KafkaFuture<?> topic) throws InterruptedException, TimeoutException {
        try {
            topic.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
            return false;
        } catch (ExecutionException unknown) {
            return unknown.getCause() instanceof UnknownTopicOrPartitionException;
        }
    }

    private Set<String> names(Kind kind) {
        return needed.stream()
                .filter(right -> right.kind == kind)
                .map(Right::name)
                .collect(Collectors.toSet());
    }

    private static boolean isMissing(Right right, KafkaFuture<Set<AclOperation>> allowed)
            throws InterruptedException, TimeoutException {
        try {
            Set<AclOperation> operations = allowed.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
            return operations != null
                    && !operations.contains(right.operation)
                    && !operations.contains(AclOperation.ALL);
        } catch (ExecutionException refused) {
            return refused.getCause() instanceof AuthorizationException;
        }
    }

    /** The broker says who may describe transactions, but not who may write them, so it is tried. */
    private boolean mayNotBeginTransactions(String prefix) {
        Properties own = new Properties();
        own.putAll(properties);
        own.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, prefix + "-rights");
        own.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, String.valueOf(TIMEOUT_MS));
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(own, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            return false;
        } catch (AuthorizationException refused) {
            return true;
        } catch (KafkaException unknown) {
            return false;
        }
    }

    /** A sentence about missing required rights, or empty. */
    Optional<String> fault(List<Right> missing) {
        return sentence(missing.stream().filter(Right::isRequired).toList());
    }

    /** A sentence about missing rights without which the job runs only partly, or empty. */
    Optional<String> warning(List<Right> missing) {
        return sentence(missing.stream().filter(right -> !right.isRequired()).toList())
                .map(sentence ->
                        sentence + " Until then, statements in SQL that need a second round time out or are refused.");
    }

    private Optional<String> sentence(List<Right> missing) {
        List<String> absent =
                missing.stream().filter(Right::isAbsence).map(Right::name).toList();
        if (!absent.isEmpty()) {
            return Optional.of("There is no topic " + String.join(", and no topic ", absent)
                    + ", to which rules write (" + AimOptions.ALERTS_TOPIC.key() + ", " + AimOptions.RULES_TOPICS.key()
                    + "). Create it with aim topics create, or as any other topic.");
        }
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        String user = userOrNull == null ? "NAME" : userOrNull;
        return Optional.of("The job's user" + (userOrNull == null ? "" : " " + userOrNull) + " lacks the right "
                + String.join(", and ", missing.stream().map(Right::words).toList()) + ". Grant it: "
                + String.join(
                        "; ", missing.stream().map(right -> right.grant(user)).toList()) + ".");
    }
}
