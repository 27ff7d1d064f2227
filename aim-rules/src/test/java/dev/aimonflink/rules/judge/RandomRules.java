package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Draws rules over all that a model has, whose thresholds are near the values of its events. */
public final class RandomRules {
    private static final List<String> COMPARISONS = List.of(">", ">=", "<", "<=", "=", "<>");
    private static final List<String> NUMBERS =
            List.of("0", "1", "2", "3", "5", "10", "50", "100", "1000", "0.5", "-1");

    private final Random random;
    private final List<String> numbers = new ArrayList<>();
    private final List<String> changing = new ArrayList<>();
    private final List<String> exact = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();

    // Of these, what an entity has without an event.
    private final List<String> presentNumbers = new ArrayList<>(List.of("idle"));
    private final List<String> presentConditions = new ArrayList<>();

    /** Whether a rule is drawn that is checked. */
    private boolean isChecked;

    public RandomRules(Model model, Random random) {
        this.random = random;
        for (ModelColumn column : model.columns()) {
            boolean isTime = column.field() != ModelColumn.NO_FIELD
                    && model.event().fields().get(column.field()).type().is(FieldType.Kind.TIME);
            if (!isTime) {
                numbers.add(column.name());
                presentNumbers.add(column.name());
                changing.add(column.name());
                boolean isDouble = column.field() != ModelColumn.NO_FIELD
                        && model.event().fields().get(column.field()).type().is(FieldType.Kind.DOUBLE);
                if (column.function().isStored() && !isDouble) {
                    exact.add(column.name());
                }
            }
        }
        for (EventField field : model.event().fields()) {
            add("event." + field.name(), field.type(), numbers, conditions);
        }
        for (Attribute attribute : model.entity().attributes()) {
            add(Names.snakeCase(attribute.name()), attribute.type(), numbers, conditions);
            add(Names.snakeCase(attribute.name()), attribute.type(), presentNumbers, presentConditions);
        }
    }

    private static void add(String name, FieldType type, List<String> numbers, List<String> conditions) {
        switch (type.kind()) {
            case INT, LONG, DECIMAL, DOUBLE -> numbers.add(name);
            case BOOLEAN -> conditions.add(name);
            case ENUM -> conditions.add(name + " = '" + type.labels().get(0).replace("'", "''") + "'");
            case TEXT -> conditions.add("length(" + name + ") > 3");
            case TIME -> conditions.add(name + " > '2026-11-20T00:00:00Z'");
        }
        conditions.add(name + " IS NOT NULL");
    }

    /** A rule that is checked, and needs no event. */
    public Rule checkedRule(String id, Instant now) {
        isChecked = true;
        try {
            return rule(id, now);
        } finally {
            isChecked = false;
        }
    }

    public Rule rule(String id, Instant now) {
        Every.Period period = Every.Period.values()[random.nextInt(Every.Period.values().length)];
        Every every = new Every(period, period != Every.Period.ALWAYS && random.nextInt(3) == 0);
        Rule.Validity valid = random.nextInt(5) > 0
                ? Rule.Validity.ALWAYS
                : new Rule.Validity(
                        random.nextBoolean() ? null : now.plusSeconds(random.nextInt(86_400)),
                        random.nextBoolean() ? null : now.plusSeconds(86_400 + random.nextInt(864_000)));
        Rule.Mute mute = random.nextInt(8) > 0
                ? Rule.Mute.NONE
                : new Rule.Mute(
                        random.nextBoolean() ? List.of() : List.of("7", "A-7"),
                        random.nextBoolean() ? null : now.plusSeconds(random.nextInt(864_000)));
        return new Rule(
                id,
                condition(3),
                Map.of(),
                every,
                isChecked ? new Check(Duration.ofSeconds(1 + random.nextInt(100))) : null,
                valid,
                random.nextInt(3),
                exact.isEmpty() || random.nextBoolean() ? null : message(),
                null,
                random.nextInt(4) == 0,
                random.nextInt(12) > 0,
                random.nextInt(6) == 0,
                mute);
    }

    /** Of what is exact: sums of doubles and averages may have other digits. */
    private String message() {
        String was = isChecked ? number(exact) : "before(" + number(exact) + ")";
        return "{" + number(exact) + "} was {" + was + "}; {" + comparison() + "}";
    }

    private String condition(int depth) {
        int die = random.nextInt(depth > 0 ? 9 : 5);
        return switch (die) {
            case 0 -> {
                List<String> known = isChecked ? presentConditions : conditions;
                yield known.isEmpty() ? comparison() : known.get(random.nextInt(known.size()));
            }
            case 1, 2, 3, 4 -> comparison();
            case 5 -> "NOT (" + condition(depth - 1) + ")";
            case 6 -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
            default -> "(" + condition(depth - 1) + " AND " + condition(depth - 1) + ")";
        };
    }

    private String comparison() {
        String comparison = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
        List<String> known = isChecked ? presentNumbers : numbers;
        String number = number(known);
        // Of a model without numbers, the last form alone.
        return switch (changing.isEmpty() ? 12 : random.nextInt(12)) {
            case 0 -> "100 / " + number + " " + comparison + " 3";
            case 1 -> number + " BETWEEN 1 AND " + constant();
            case 2 -> {
                String crossed = number(changing);
                yield crossed + " >= 3 AND " + (isChecked ? "idle" : "before(" + crossed + ")") + " < 3";
            }
            case 3 -> (isChecked ? "idle" : "before(" + number(changing) + ")") + " " + comparison + " " + constant();
            case 4 -> number + " " + comparison + " " + number(known);
            case 5 -> number + " IS NULL";
            case 6 -> constant() + " " + comparison + " " + number;
            default -> number + " " + comparison + " " + constant();
        };
    }

    private String number(List<String> among) {
        return among.isEmpty() ? constant() : among.get(random.nextInt(among.size()));
    }

    private String constant() {
        return NUMBERS.get(random.nextInt(NUMBERS.size()));
    }
}
