package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the expressions of a rule mean for a model.
 *
 * @param key that of the new event; null if there is none
 * @param fields those of the new event, by their names in order
 */
public record RuleExpressions(Bound when, RuleMessage message, Bound key, Map<String, Bound> fields) {
    /** @throws ModelException with the expression and the character at which it is wrong */
    public static RuleExpressions of(Rule rule, RuleColumns columns) {
        Bound when = bound(rule.when(), rule, columns::condition, "when");
        RuleMessage message = RuleMessage.of(rule, columns);
        Rule.NewEvent event = rule.event();
        if (event == null) {
            return new RuleExpressions(when, message, null, Map.of());
        }
        Map<String, Bound> fields = new LinkedHashMap<>();
        event.fields()
                .forEach((name, expression) ->
                        fields.put(name, bound(expression, rule, columns::bound, "action", "event", name)));
        return new RuleExpressions(when, message, bound(event.key(), rule, columns::bound, "action", "key"), fields);
    }

    public Stream<Bound> all() {
        return Stream.of(Stream.of(when), message.expressions(), Stream.ofNullable(key), fields.values().stream())
                .flatMap(each -> each);
    }

    private static Bound bound(String expression, Rule rule, Function<String, Bound> binding, String... path) {
        try {
            return FilledExpression.of(expression, rule.params()).bound(binding);
        } catch (SqlException wrong) {
            throw new ModelException(wrong.getMessage(), Math.max(0, wrong.position()), wrong, path);
        }
    }
}
