package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;

/** What an aggregate takes of one row. */
final class AggregateInput {
    /** What is taken where only the number of rows counts. */
    private static final Object A_ROW = true;

    /** Both arguments of arg_max and arg_min. */
    record Pair(Object value, Object of) {}

    private AggregateInput() {}

    /** Null if the row is left out. */
    static Object of(AggregateCall call, Row row) {
        if (call.filter() != null && !Boolean.TRUE.equals(RowEvaluator.evaluate(call.filter(), row))) {
            return null;
        }
        return switch (call.function()) {
            case COUNT_ROWS -> A_ROW;
            case ARG_MAX, ARG_MIN -> pair(call, row);
            case PERCENTILE_DISC, PERCENTILE_CONT ->
                RowEvaluator.evaluate(call.order().get(0).value(), row);
            default -> RowEvaluator.evaluate(call.arguments().get(0), row);
        };
    }

    /** A row in which the value is null counts: it may be the one that is looked for. */
    private static Pair pair(AggregateCall call, Row row) {
        Object of = RowEvaluator.evaluate(call.arguments().get(1), row);
        return of == null
                ? null
                : new Pair(RowEvaluator.evaluate(call.arguments().get(0), row), of);
    }
}
