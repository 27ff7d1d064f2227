package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.Labels;
import java.time.Duration;
import java.util.List;

/** The roles of the topics, with the defaults for creating each. */
public enum TopicRole {
    /** Kept for the longest window and a day more, so that a lost matrix can be recounted. */
    EVENTS("events", 4, Duration.ofDays(8)),
    /** Compacted: each entity's newest profile is kept for ever. */
    PROFILES("profiles", 4, null),
    /** A request or result is useless after its deadline; an hour leaves time to investigate one. */
    QUERIES("queries", 1, Duration.ofHours(1)),
    RESULTS("results", 1, Duration.ofHours(1)),
    DEAD_LETTERS("dead-letters", 1, Duration.ofDays(8)),
    /** All versions of all rules, for ever: a replay judges each event by the same rules. */
    RULES("rules", 1, Duration.ofMillis(-1)),
    ALERTS("alerts", 1, Duration.ofDays(8));

    /** Kafka deletes whole segments, of 1 GiB by default, so a partition may have twice as much. */
    private static final long DEAD_LETTER_BYTES = 1L << 30;

    /** As Kafka writes it. */
    private static final long UNBOUNDED = -1;

    private final String label;
    private final int defaultPartitions;
    private final Duration defaultRetention;

    TopicRole(String label, int defaultPartitions, Duration defaultRetention) {
        this.label = label;
        this.defaultPartitions = defaultPartitions;
        this.defaultRetention = defaultRetention;
    }

    public static TopicRole of(String label) {
        String otherwise = "topic=" + label + " is not a topic of AIM. Give one of ";
        return Labels.find(label, List.of(values()), TopicRole::label, otherwise);
    }

    /** As on the command line and in default topic names. */
    public String label() {
        return label;
    }

    int defaultPartitions() {
        return defaultPartitions;
    }

    /** How many bytes each partition keeps; 0 for no bound but time. Dead letters can be as many as garbage is written. */
    long maxBytes() {
        return this == DEAD_LETTERS ? DEAD_LETTER_BYTES : isKeptForEver() ? UNBOUNDED : 0;
    }

    /** Null for a compacted topic. */
    Duration defaultRetention() {
        return defaultRetention;
    }

    boolean isCompacted() {
        return defaultRetention == null;
    }

    /** Whether all records are kept, in an order that counts, so that there is one partition. */
    public boolean isKeptForEver() {
        return this == RULES;
    }

    /** Whether a job can do without the topic. */
    public boolean isOptional() {
        return this == RULES || this == ALERTS;
    }
}
