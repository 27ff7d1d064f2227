package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.model.ModelException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The rules of each version for one partition of the matrix. Those of the last few versions are kept: Kafka partitions differ in them. */
public final class RuleVersions {
    private static final int KEPT = 8;

    private final RuleColumns columns;
    private final RuleSet.Engine engine;
    private final List<String> topics;

    /** By the offset of its record, a rule; null if there is none, so that the one before stays. */
    private final Map<Long, Present> bound = new HashMap<>();

    /**
     * A rule as of a version.
     *
     * @param bound null if the model cannot read a rule that another one could: it is disabled, and its memory is kept
     */
    private record Present(Rule rule, int memory, BoundRule bound) {}

    private final Map<Long, String> faults = new HashMap<>();

    private final Map<Long, RuleSet> sets = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, RuleSet> eldest) {
            return size() > KEPT;
        }
    };

    /** @param topics to which rules may write events */
    public RuleVersions(RuleColumns columns, RuleSet.Engine engine, Collection<String> topics) {
        this.columns = columns;
        this.engine = engine;
        this.topics = List.copyOf(topics);
    }

    /** The rules at a version that the history has. A record that means nothing leaves the rule as it was. */
    public RuleSet at(long version, RuleHistory history) {
        RuleSet known = sets.get(version);
        if (known == null) {
            known = newSet(history.upTo(version), history.topic());
            sets.put(version, known);
        }
        return known;
    }

    private RuleSet newSet(List<RuleHistory.Entry> entries, long topic) {
        Map<String, Present> present = new LinkedHashMap<>();
        long ended = RuleHistory.NONE;
        for (RuleHistory.Entry each : entries) {
            Present before = present.get(each.id());
            Present after = each.deletes() ? null : after(each, before, present.size());
            if (before != null && (after == null || after.memory != before.memory)) {
                ended = each.offset();
            }
            present.compute(each.id(), (id, same) -> after);
        }
        return new RuleSet(
                present.values().stream()
                        .map(Present::bound)
                        .filter(Objects::nonNull)
                        .toList(),
                present.values().stream()
                        .filter(each -> each.bound == null)
                        .map(Present::memory)
                        .collect(Collectors.toSet()),
                ended,
                topic,
                columns,
                engine);
    }

    private Present after(RuleHistory.Entry entry, Present before, int rules) {
        if (!bound.containsKey(entry.offset())) {
            bound.put(entry.offset(), bind(entry, before, rules));
        }
        Present read = bound.get(entry.offset());
        return read == null ? before : read;
    }

    private Present bind(RuleHistory.Entry entry, Present before, int rules) {
        Rule rule = entry.rule();
        if (rule == null) {
            faults.put(entry.offset(), entry.fault());
            return null;
        }
        // Kafka numbers the records of a topic that people write by hand; they are no two billions.
        int memory = before != null && isSame(before.rule(), rule) ? before.memory() : Math.toIntExact(entry.offset());
        try {
            requireAllowed(rule, before == null ? rules + 1 : rules);
            return new Present(rule, memory, new BoundRule(rule, entry.offset(), memory, columns));
        } catch (ModelException wrong) {
            faults.put(entry.offset(), wrong.getMessage());
            boolean couldBeRead = entry.checkedFor() != null
                    && entry.checkedFor() != columns.schema().fingerprint();
            return couldBeRead ? new Present(rule, memory, null) : null;
        }
    }

    private void requireAllowed(Rule rule, int rules) {
        if (rules > Rule.MAX_RULES) {
            throw new ModelException(
                    "There are " + Rule.MAX_RULES + " rules already. Delete one: aim rules delete ID.", "id");
        }
        if (rule.event() != null && !topics.contains(rule.event().topic())) {
            throw new ModelException(
                    "The job may not write events to topic '" + rule.event().topic() + "'. "
                            + (topics.isEmpty()
                                    ? "Start it with aim.rules.topics=" + rule.event().topic() + "."
                                    : "It may to those of aim.rules.topics: " + String.join(", ", topics) + "."),
                    "action",
                    "topic");
        }
    }

    /** Whether what has fired of one also counts for the other. */
    private static boolean isSame(Rule one, Rule other) {
        return Objects.equals(one.when(), other.when())
                && one.params().equals(other.params())
                && one.every().equals(other.every());
    }

    /** Why records of the versions so far mean nothing for the model, by their offsets. */
    public Map<Long, String> faults() {
        return Map.copyOf(faults);
    }
}
