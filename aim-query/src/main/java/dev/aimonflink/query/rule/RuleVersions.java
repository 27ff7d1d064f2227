package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.model.ModelException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The rules of each version for one partition of the matrix. Those of the last few versions are kept: Kafka partitions differ in them. */
public final class RuleVersions {
    private static final int KEPT = 8;

    private final RuleColumns columns;
    private final RuleSet.Engine engine;
    private final List<String> topics;

    /** By the offset of its record, a rule as of then. */
    private final Map<Long, Present> bound = new HashMap<>();

    /**
     * A rule as of a version.
     *
     * @param rule null if none of its versions could be read
     * @param bound null if the model cannot read a rule that another one could: it is disabled, and its memory is kept
     * @param fault of a newer version; null if there is none
     */
    private record Present(Rule rule, int memory, BoundRule bound, RuleSet.Fault fault) {
        private static final Present NONE = new Present(null, 0, null, null);

        Present with(RuleSet.Fault newer) {
            return new Present(rule, memory, bound, newer);
        }
    }

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
            Present before = present.getOrDefault(each.id(), Present.NONE);
            Present after = each.deletes() ? Present.NONE : after(each, before, present.size());
            if (before.rule != null && (after.rule == null || after.memory != before.memory)) {
                ended = each.offset();
            }
            if (each.deletes()) {
                present.remove(each.id());
            } else {
                present.put(each.id(), after);
            }
        }
        List<BoundRule> rules = new ArrayList<>();
        Set<Integer> silent = new HashSet<>();
        List<RuleSet.Fault> faults = new ArrayList<>();
        for (Present each : present.values()) {
            if (each.bound != null) {
                rules.add(each.bound);
            } else if (each.rule != null) {
                silent.add(each.memory);
            }
            if (each.fault != null) {
                faults.add(each.fault);
            }
        }
        return new RuleSet(rules, new RuleSet.Past(topic, ended, silent, faults), columns, engine);
    }

    private Present after(RuleHistory.Entry entry, Present before, int rules) {
        return bound.computeIfAbsent(entry.offset(), unknown -> bind(entry, before, rules));
    }

    private Present bind(RuleHistory.Entry entry, Present before, int rules) {
        Rule rule = entry.rule();
        if (rule == null) {
            return before.with(new RuleSet.Fault(entry.id(), entry.offset(), entry.fault()));
        }
        // Kafka numbers the records of a topic that people write by hand; they are no two billions.
        int memory = before.rule != null && isSame(before.rule, rule) ? before.memory : Math.toIntExact(entry.offset());
        try {
            requireAllowed(rule, before.equals(Present.NONE) ? rules + 1 : rules);
            return new Present(rule, memory, new BoundRule(rule, entry.offset(), memory, columns), null);
        } catch (ModelException wrong) {
            RuleSet.Fault fault = new RuleSet.Fault(entry.id(), entry.offset(), wrong.getMessage());
            boolean couldBeRead = entry.checkedFor() != null
                    && entry.checkedFor() != columns.schema().fingerprint();
            return couldBeRead ? new Present(rule, memory, null, fault) : before.with(fault);
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
                                    ? "Start it with aim.rules.topics="
                                            + rule.event().topic() + "."
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
}
