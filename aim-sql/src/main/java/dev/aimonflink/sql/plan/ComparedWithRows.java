package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Compares a value with all rows of a query by their least or greatest value, so that partitions send one value, not all. If the comparison
 * fails for that value, it is null if one of the rows is null, and false without rows.
 */
final class ComparedWithRows {
    private record AggregateOf(AggregateFunction function, Bound argument) {}

    private final Plan rows;
    private final SqlType type;
    private final int position;
    private final Function<Plan, Bound> initials;

    /** The values of queries over the rows, shared by repeated bindings of the comparison. */
    private final Map<AggregateOf, Bound> known = new HashMap<>();

    /** @param initials gives the value of a query of kind VALUE */
    ComparedWithRows(Plan rows, SqlType type, int position, Function<Plan, Bound> initials) {
        this.rows = rows;
        this.type = type;
        this.position = position;
        this.initials = initials;
    }

    /** Whether a comparison holds for one of the rows. */
    Bound any(BinaryOperator operator, Bound operand) {
        Bound value = new Bound.Field(Column.of("value", type, 0), position);
        Bound hasNull = initial(AggregateFunction.BOOL_OR, new Bound.IsNull(value, position));
        Bound holds =
                switch (operator) {
                    case LESS, LESS_OR_EQUAL -> comparison(operator, operand, greatest(value));
                    case GREATER, GREATER_OR_EQUAL -> comparison(operator, operand, least(value));
                    // It differs from one of them unless it equals both extremes.
                    case NOT_EQUAL ->
                        or(comparison(operator, operand, least(value)), comparison(operator, operand, greatest(value)));
                    default -> throw new IllegalArgumentException("decided by no extreme: " + operator);
                };
        Bound unknown = new Bound.Constant(null, SqlType.BOOLEAN, position);
        Bound hasRows = new Bound.Not(new Bound.IsNull(hasNull, position), position);
        return and(hasRows, or(holds, and(hasNull, unknown)));
    }

    private Bound least(Bound value) {
        return initial(isTruth() ? AggregateFunction.BOOL_AND : AggregateFunction.MIN, value);
    }

    private Bound greatest(Bound value) {
        return initial(isTruth() ? AggregateFunction.BOOL_OR : AggregateFunction.MAX, value);
    }

    private boolean isTruth() {
        return type.is(Kind.BOOLEAN);
    }

    private Bound initial(AggregateFunction function, Bound argument) {
        return known.computeIfAbsent(new AggregateOf(function, argument), this::initial);
    }

    private Bound initial(AggregateOf aggregate) {
        SqlType result = aggregate.argument().type();
        AggregateCall call = new AggregateCall(
                aggregate.function(), List.of(aggregate.argument()), false, List.of(), null, result, position);
        String name = aggregate.function().sqlName();
        Plan plan = new Plan.Project(
                new Plan.Aggregate(rows, false, List.of(), List.of(call)),
                List.of(new Bound.Field(Column.of(name, result, 0), position)),
                List.of(new Output(name, result)));
        return initials.apply(plan);
    }

    private Bound comparison(BinaryOperator operator, Bound left, Bound right) {
        return new Bound.Comparison(operator, left, right, position);
    }

    private Bound and(Bound left, Bound right) {
        return new Bound.Logical(true, left, right, position);
    }

    private Bound or(Bound left, Bound right) {
        return new Bound.Logical(false, left, right, position);
    }
}
