package dev.aimonflink.clients.rule;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Names;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A small file of rules for a model that explains each key, as a starting point. */
public final class StarterRules {
    private static final List<Kind> NUMBERS = List.of(Kind.DECIMAL, Kind.INT, Kind.LONG, Kind.DOUBLE);

    private final MatrixSchema schema;
    private final EventType event;

    private StarterRules(MatrixSchema schema) {
        this.schema = schema;
        event = schema.model().event();
    }

    /** @param option that names it on a command line, after a blank; may be empty */
    public static String text(MatrixSchema schema, String model, String option) {
        return new StarterRules(schema).text(model, option);
    }

    private String text(String model, String option) {
        String count = first(each -> each.function() == EventFunction.COUNT);
        String sum = first(each -> each.function() == EventFunction.SUM);
        return """
                # Rules for the model %1$s: each is a condition on a %2$s and one of its events, and is judged at every event.
                # What can stand in a condition, and all keys: docs/rules.md#conditions.
                #
                #   aim rules check FILE%7$s    says what is wrong with this file, line by line
                #   aim rules put FILE    gives it to the job; what is not in the file stays

                # A rule needs an id and a condition in SQL. It fires at every event that makes or leaves it true.
                - id: many
                  when: %3$s > 100
                  # What the alert says. An expression in braces stands for its value.
                  message: "{%4$s} has %3$s = {%3$s}"
                  # At most once a day for one %2$s: also always, 10min, 1h, 2d, 1w and others.
                  every: 1d

                # before(...) is what a column was before this event, so this is true for the one event that leads there.
                - id: crosses
                  when: %5$s >= 1000 and before(%5$s) < 1000

                # A field of the event is event.FIELD.
                - id: of-the-event
                  when: %6$s
                  # When it can be true, by the time of events. Of two rules that are true, the one with the higher priority fires first.
                  valid: {from: 2026-01-01, to: 2036-12-31}
                  priority: 10

                # A template: one rule for each of the params.
                - id: many-{level}
                  when: %3$s >= :limit and before(%3$s) < :limit
                  params:
                    - {level: watch, limit: 500}
                    - {level: warn, limit: 1000}
                """.formatted(
                        model,
                        schema.model().entity().name(),
                        count,
                        Names.snakeCase(event.key().name()),
                        sum,
                        ofEvent(),
                        option);
    }

    private String first(Predicate<StoredColumn> kind) {
        return schema.columns().stream()
                .filter(kind)
                .findFirst()
                .orElse(schema.columns().get(0))
                .name();
    }

    private String ofEvent() {
        Optional<EventField> number = event.fields().stream()
                .filter(field -> NUMBERS.contains(field.type().kind()))
                .findFirst();
        return number.map(field -> "event." + field.name() + " > 100")
                .orElse("event." + (event.isTimedByRecord() ? "timestamp" : event.time()) + " > '2026-01-01'");
    }
}
