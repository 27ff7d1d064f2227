package dev.aimonflink.rules.judge;

import java.util.ArrayList;
import java.util.List;

/**
 * The records of the topic of rules so far, which tell the rules at any time. Immutable.
 *
 * <p>A version is the offset of a record. It judges the events that Kafka took at least a delay after it, so that it has been read
 * everywhere by then: each event is judged by exactly one version, in every replay.
 */
public final class RuleHistory {
    /** The version before the first record: no rules. */
    public static final long NONE = -1;

    /** The number of no topic. */
    public static final long NO_TOPIC = 0;

    public static final RuleHistory EMPTY = of(NO_TOPIC);

    /**
     * @param timeMs when Kafka took it
     * @param rule null if it deletes the rule, or is unreadable
     * @param fault why it is unreadable, or null
     * @param checkedFor the fingerprint of the schema for which its writer found it valid; null if unknown
     * @param isApplied whether the rule also fires at once, for whom it is true then
     * @param suspension by a job, or null
     */
    public record Entry(
            long offset,
            long timeMs,
            String id,
            Rule rule,
            String fault,
            Long checkedFor,
            boolean isApplied,
            Suspension suspension) {
        public static Entry of(long offset, long timeMs, Rule rule, Long checkedFor) {
            return new Entry(offset, timeMs, rule.id(), rule, null, checkedFor, false, null);
        }

        public static Entry deleted(long offset, long timeMs, String id) {
            return new Entry(offset, timeMs, id, null, null, null, false, null);
        }

        public static Entry wrong(long offset, long timeMs, String id, String fault) {
            return new Entry(offset, timeMs, id, null, fault, null, false, null);
        }

        /** For a rule that also fires at once. */
        public Entry applied() {
            return new Entry(offset, timeMs, id, rule, fault, checkedFor, rule != null, suspension);
        }

        /** For a rule that is disabled because it takes too much work. */
        public Entry suspends(Suspension suspended) {
            return new Entry(offset, timeMs, id, rule, fault, checkedFor, isApplied, suspended);
        }

        public boolean deletes() {
            return rule == null && fault == null;
        }

        private Entry at(long laterMs) {
            return new Entry(offset, laterMs, id, rule, fault, checkedFor, isApplied, suspension);
        }
    }

    /** It has no effect once there is another version of the rule, so several tasks may write it. */
    public record Suspension(long version, String why) {}

    /** A version, and from when until when it judges, by the times at which Kafka took events. */
    public record Judging(long version, long fromMs, long untilMs) {
        public boolean includes(long recordMs) {
            return recordMs >= fromMs && recordMs < untilMs;
        }
    }

    /** By offset; times never decrease. */
    private final List<Entry> entries;

    private final long topic;

    private RuleHistory(long topic, List<Entry> entries) {
        this.topic = topic;
        this.entries = entries;
    }

    /** The history of a topic without records, whose number changes when it is recreated. */
    public static RuleHistory of(long topic) {
        return new RuleHistory(topic, List.of());
    }

    public long topic() {
        return topic;
    }

    /** The same with later records, even if the broker's clock has gone back. */
    public RuleHistory with(List<Entry> later) {
        List<Entry> all = new ArrayList<>(entries);
        for (Entry each : later) {
            long newestMs =
                    all.isEmpty() ? Long.MIN_VALUE : all.get(all.size() - 1).timeMs();
            all.add(each.timeMs() >= newestMs ? each : each.at(newestMs));
        }
        return new RuleHistory(topic, List.copyOf(all));
    }

    /** What judges an event, by the time at which Kafka took that. */
    public Judging judging(long recordMs, long delayMs) {
        int judging = 0;
        int later = entries.size();
        while (judging < later) {
            final int middle = (judging + later) >>> 1;
            if (entries.get(middle).timeMs() + delayMs <= recordMs) {
                judging = middle + 1;
            } else {
                later = middle;
            }
        }
        return new Judging(
                judging == 0 ? NONE : entries.get(judging - 1).offset(),
                judging == 0 ? Long.MIN_VALUE : entries.get(judging - 1).timeMs() + delayMs,
                judging == entries.size()
                        ? Long.MAX_VALUE
                        : entries.get(judging).timeMs() + delayMs);
    }

    public List<Entry> upTo(long version) {
        return entries.stream().filter(each -> each.offset() <= version).toList();
    }

    /** The offset of the last record, or {@link #NONE}. */
    public long newest() {
        return entries.isEmpty() ? NONE : entries.get(entries.size() - 1).offset();
    }
}
