package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/** How topics are created. Immutable. */
public final class TopicSettings {
    public static final int MAX_PARTITIONS = 1_024;
    public static final int MAX_REPLICATION_FACTOR = 16;

    /** The broker's time, not the sender's: it bounds how far events are in the future, and starts the deadlines of requests. */
    static final String TIMESTAMP_TYPE = "LogAppendTime";

    private final Map<TopicRole, Integer> partitions;
    private final Map<TopicRole, Duration> retention;
    private final int replicationFactor;

    private TopicSettings(
            Map<TopicRole, Integer> partitions, Map<TopicRole, Duration> retention, int replicationFactor) {
        this.partitions = partitions;
        this.retention = retention;
        this.replicationFactor = replicationFactor;
    }

    /** For a single broker. */
    public static TopicSettings defaults() {
        Map<TopicRole, Integer> partitions = new EnumMap<>(TopicRole.class);
        Map<TopicRole, Duration> retention = new EnumMap<>(TopicRole.class);
        for (TopicRole role : TopicRole.values()) {
            partitions.put(role, role.defaultPartitions());
            if (!role.isCompacted()) {
                retention.put(role, role.defaultRetention());
            }
        }
        return new TopicSettings(partitions, retention, 1);
    }

    public TopicSettings withPartitions(TopicRole role, int count) {
        if (count < 1 || count > MAX_PARTITIONS) {
            throw new InvalidInputException("partitions of " + role.label() + "=" + count + " is outside 1.."
                    + MAX_PARTITIONS + ". Give a number inside.");
        }
        if (role.isKeptForEver() && count > 1) {
            throw new InvalidInputException("partitions of " + role.label() + "=" + count
                    + " would lose the order of its records. Leave it out: it has one.");
        }
        Map<TopicRole, Integer> changed = new EnumMap<>(partitions);
        changed.put(role, count);
        return new TopicSettings(changed, retention, replicationFactor);
    }

    public TopicSettings withRetention(TopicRole role, Duration time) {
        if (role.isCompacted()) {
            throw new InvalidInputException("retention of " + role.label() + "=" + Durations.text(time)
                    + " has no meaning: the topic is compacted and keeps the newest record of each key. Leave it out.");
        }
        if (role.isKeptForEver()) {
            throw new InvalidInputException("retention of " + role.label() + "=" + Durations.text(time)
                    + " would forget rules that still judge events. Leave it out: the topic is kept for ever.");
        }
        if (time.isNegative() || time.isZero()) {
            throw new InvalidInputException(
                    "retention of " + role.label() + "=" + Durations.text(time) + " keeps nothing. Give a time.");
        }
        Map<TopicRole, Duration> changed = new EnumMap<>(retention);
        changed.put(role, time);
        return new TopicSettings(partitions, changed, replicationFactor);
    }

    public TopicSettings withReplicationFactor(int factor) {
        if (factor < 1 || factor > MAX_REPLICATION_FACTOR) {
            throw new InvalidInputException("replicationFactor=" + factor + " is outside 1.." + MAX_REPLICATION_FACTOR
                    + ". Give a number inside, at most the number of brokers.");
        }
        return new TopicSettings(partitions, retention, factor);
    }

    public TopicState wanted(TopicRole role, String name) {
        Map<String, String> config = new TreeMap<>();
        config.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TIMESTAMP_TYPE);
        if (role.isCompacted()) {
            config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        } else {
            config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            config.put(
                    TopicConfig.RETENTION_MS_CONFIG,
                    Long.toString(retention.get(role).toMillis()));
            if (role.maxBytes() != 0) {
                config.put(TopicConfig.RETENTION_BYTES_CONFIG, Long.toString(role.maxBytes()));
            }
        }
        return new TopicState(name, partitions.get(role), replicationFactor, config);
    }
}
