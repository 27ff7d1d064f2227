package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * What a rule's expressions mean for a model.
 *
 * @param key of the new event, or null
 * @param fields of the new event, by name in order
 */
public record RuleExpressions(Bound when, RuleMessage message, Bound key, Map<String, Bound> fields) {
    /** @throws ModelException with the expression and the character at which it is wrong */
    public static RuleExpressions of(Rule rule, RuleColumns columns) {
        Bound when = bound(rule.when(), rule, columns, columns::condition, "when");
        RuleMessage message = RuleMessage.of(rule, columns);
        message.expressions().forEach(each -> requireKnown(each, rule, columns, "message"));
        Rule.NewEvent event = rule.event();
        if (event == null) {
            return new RuleExpressions(when, message, null, Map.of());
        }
        Map<String, Bound> fields = new LinkedHashMap<>();
        event.fields()
                .forEach((name, expression) ->
                        fields.put(name, bound(expression, rule, columns, columns::bound, "action", "event", name)));
        return new RuleExpressions(
                when, message, bound(event.key(), rule, columns, columns::bound, "action", "key"), fields);
    }

    /** A check has no event. At an event nobody is idle. */
    private static void requireKnown(Bound bound, Rule rule, RuleColumns columns, String... path) {
        if (rule.check() == null) {
            first(bound, columns::isIdle).ifPresent(idle -> {
                throw new ModelException(
                        "At an event its entity is not " + columns.nameOf(idle)
                                + ". Let the rule be checked also without events, as in 'check: every 10 s'.",
                        path);
            });
        } else {
            first(bound, columns::isOfEvent).ifPresent(ofEvent -> {
                throw new ModelException(
                        "A rule that is checked has no event, and so no " + columns.nameOf(ofEvent)
                                + ". Take it out, or take out 'check'.",
                        path);
            });
        }
    }

    private static Optional<Integer> first(Bound bound, IntPredicate isMeant) {
        return Conjuncts.columnsOf(List.of(bound)).stream()
                .filter(isMeant)
                .boxed()
                .findFirst();
    }

    public Stream<Bound> all() {
        return Stream.of(Stream.of(when), message.expressions(), Stream.ofNullable(key), fields.values().stream())
                .flatMap(each -> each);
    }

    private static Bound bound(
            String expression, Rule rule, RuleColumns columns, Function<String, Bound> binding, String... path) {
        try {
            Bound bound = FilledExpression.of(expression, rule.params()).bound(binding);
            requireKnown(bound, rule, columns, path);
            return bound;
        } catch (SqlException wrong) {
            throw new ModelException(wrong.getMessage(), Math.max(0, wrong.position()), wrong, path);
        }
    }
}
