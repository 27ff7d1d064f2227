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
    private final List<BoundRule> rules = new ArrayList<>();
    private final RuleMatcher matcher;
    private final RuleValues values;
    private final long[] matched;
    private final PreviewTally tally;

    /** @throws ModelException where a condition means nothing, or needs an event */
    public RulePreview(List<Rule> given, RuleColumns columns) {
        for (Rule each : given) {
            BoundRule rule = new BoundRule(each, rules.size(), rules.size(), columns);
            requireNoEvent(rule, columns);
            rules.add(rule);
        }
        matcher = new ThresholdSearch(rules, columns);
        values = new RuleValues(columns);
        matched = new long[(rules.size() + Long.SIZE - 1) / Long.SIZE];
        tally = new PreviewTally(rules, columns);
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
                tally.found((word << 6) + Long.numberOfTrailingZeros(bits), record::key, values);
            }
        }
    }

    /** The rules as they are looked for. */
    List<BoundRule> rules() {
        return rules;
    }

    PreviewTally tally() {
        return tally;
    }
}
