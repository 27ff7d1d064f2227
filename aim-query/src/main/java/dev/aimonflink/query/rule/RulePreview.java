package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * For which entities rules are true now: their conditions are tested as they are for an event, on the records as they are. Whether a rule is
 * enabled, valid or muted does not matter. For one thread.
 */
public final class RulePreview {
    /** Of each rule, and of each partition. */
    public static final int EXAMPLES = 10;

    /**
     * An entity.
     *
     * @param message what an alert would say; null where it needs the event
     */
    public record Example(String key, String message) {}

    private final List<BoundRule> rules = new ArrayList<>();
    private final boolean[] hasMessage;
    private final RuleMatcher matcher;
    private final RuleValues values;
    private final long[] matched;
    private final long[] entities;
    private final List<List<Example>> examples = new ArrayList<>();

    /** @throws ModelException where a condition means nothing, or needs an event */
    public RulePreview(List<Rule> given, RuleColumns columns) {
        for (Rule each : given) {
            BoundRule rule = new BoundRule(each, rules.size(), rules.size(), columns);
            requireNoEvent(rule, columns);
            rules.add(rule);
            examples.add(new ArrayList<>());
        }
        hasMessage = new boolean[rules.size()];
        for (int i = 0; i < hasMessage.length; i++) {
            hasMessage[i] = eventColumns(
                            rules.get(i).expressions().message().expressions().toList(), columns)
                    .isEmpty();
        }
        matcher = new ThresholdSearch(rules, columns);
        values = new RuleValues(columns);
        matched = new long[(rules.size() + Long.SIZE - 1) / Long.SIZE];
        entities = new long[rules.size()];
    }

    private static void requireNoEvent(BoundRule rule, RuleColumns columns) {
        List<String> needed = eventColumns(List.of(rule.condition()), columns);
        if (!needed.isEmpty()) {
            throw new ModelException(
                    "Rule '" + rule.rule().id() + "' needs an event, because it reads " + needed.get(0)
                            + ", so nobody can say for whom it is true now. `aim rules test` shows what it does with events, and"
                            + " 'shadow: true' counts it.",
                    "when");
        }
    }

    /** The names of those that only an event has. */
    private static List<String> eventColumns(List<Bound> expressions, RuleColumns columns) {
        return Conjuncts.columnsOf(expressions).stream()
                .filter(columns::isOfEvent)
                .mapToObj(columns::nameOf)
                .toList();
    }

    public void look(EntityRecord record, long nowMs) {
        values.of(record, nowMs);
        Arrays.fill(matched, 0);
        matcher.match(values, matched);
        for (int word = 0; word < matched.length; word++) {
            for (long bits = matched[word]; bits != 0; bits &= bits - 1) {
                found((word << 6) + Long.numberOfTrailingZeros(bits));
            }
        }
    }

    private void found(int rule) {
        entities[rule]++;
        if (entities[rule] <= EXAMPLES) {
            examples.get(rule)
                    .add(new Example(
                            values.record().key().toString(),
                            hasMessage[rule]
                                    ? rules.get(rule).expressions().message().text(values)
                                    : null));
        }
    }

    /** For how many entities a rule is true. */
    public long entities(int rule) {
        return entities[rule];
    }

    public List<Example> examples(int rule) {
        return examples.get(rule);
    }
}
