package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.model.ModelException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The rules of each version for one partition of the matrix. Those of the last few versions are kept: Kafka partitions differ in them. */
public final class RuleVersions {
    private static final int KEPT = 8;

    private final RuleColumns columns;
    private final RuleSet.Engine engine;

    /** What a record means for the model, by its offset; null if it means nothing. */
    private final Map<Long, BoundRule> bound = new HashMap<>();

    private final Map<Long, String> faults = new HashMap<>();

    private final Map<Long, RuleSet> sets = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, RuleSet> eldest) {
            return size() > KEPT;
        }
    };

    public RuleVersions(RuleColumns columns, RuleSet.Engine engine) {
        this.columns = columns;
        this.engine = engine;
    }

    /** The rules at a version that the history has. A record that means nothing leaves the rule as it was. */
    public RuleSet at(long version, RuleHistory history) {
        RuleSet known = sets.get(version);
        if (known == null) {
            Map<String, BoundRule> present = new LinkedHashMap<>();
            for (RuleHistory.Entry each : history.upTo(version)) {
                if (each.rule() != null) {
                    BoundRule rule = bound(each, present.get(each.id()));
                    if (rule != null) {
                        present.put(each.id(), rule);
                    }
                } else if (each.fault() == null) {
                    present.remove(each.id());
                }
            }
            known = new RuleSet(new ArrayList<>(present.values()), columns, engine);
            sets.put(version, known);
        }
        return known;
    }

    private BoundRule bound(RuleHistory.Entry entry, BoundRule before) {
        if (!bound.containsKey(entry.offset())) {
            bound.put(entry.offset(), bind(entry, before));
        }
        return bound.get(entry.offset());
    }

    private BoundRule bind(RuleHistory.Entry entry, BoundRule before) {
        // Kafka numbers the records of a topic that people write by hand; they are no two billions.
        int memory = before != null && isSame(before.rule(), entry.rule())
                ? before.memory()
                : Math.toIntExact(entry.offset());
        try {
            return new BoundRule(entry.rule(), entry.offset(), memory, columns);
        } catch (ModelException wrong) {
            faults.put(entry.offset(), wrong.getMessage());
            return null;
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
