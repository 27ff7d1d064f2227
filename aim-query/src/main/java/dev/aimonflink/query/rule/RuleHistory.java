package dev.aimonflink.query.rule;

import java.util.ArrayList;
import java.util.List;

/**
 * The records of the topic of rules so far, which say which rules there were at any time. Immutable.
 *
 * <p>A version is the offset of a record. It judges the events that Kafka took a delay after it or later, so that it has been read
 * everywhere by then: each event is judged by exactly one version, in every replay.
 */
public final class RuleHistory {
    /** The version before the first record: no rules. */
    public static final long NONE = -1;

    public static final RuleHistory EMPTY = new RuleHistory(List.of());

    /**
     * A record.
     *
     * @param timeMs when Kafka took it
     * @param rule null if it deletes the rule, or cannot be read
     * @param fault why it cannot be read; null if it can
     */
    public record Entry(long offset, long timeMs, String id, Rule rule, String fault) {}

    /** In the order of offsets. No entry's time is before that of an earlier one. */
    private final List<Entry> entries;

    private RuleHistory(List<Entry> entries) {
        this.entries = entries;
    }

    /** The same and some later records. A broker whose clock goes back does not put them before others. */
    public RuleHistory with(List<Entry> later) {
        List<Entry> all = new ArrayList<>(entries);
        for (Entry each : later) {
            long newestMs =
                    all.isEmpty() ? Long.MIN_VALUE : all.get(all.size() - 1).timeMs();
            all.add(
                    each.timeMs() >= newestMs
                            ? each
                            : new Entry(each.offset(), newestMs, each.id(), each.rule(), each.fault()));
        }
        return new RuleHistory(List.copyOf(all));
    }

    /** The version that judges an event, by the time at which Kafka took that. */
    public long versionAt(long recordMs, long delayMs) {
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
        return judging == 0 ? NONE : entries.get(judging - 1).offset();
    }

    /** From which time on another version judges than at a time; {@link Long#MAX_VALUE} if none is known. */
    public long nextChangeMs(long recordMs, long delayMs) {
        final long version = versionAt(recordMs, delayMs);
        for (Entry each : entries) {
            if (each.offset() > version && each.timeMs() + delayMs > recordMs) {
                return each.timeMs() + delayMs;
            }
        }
        return Long.MAX_VALUE;
    }

    /** The records up to a version. */
    List<Entry> upTo(long version) {
        return entries.stream().filter(each -> each.offset() <= version).toList();
    }

    /** The offset of the last record, or {@link #NONE}. */
    public long newest() {
        return entries.isEmpty() ? NONE : entries.get(entries.size() - 1).offset();
    }
}
