package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.bind.SqlType.Kind;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;

/** Computes one value of the rows of a group. */
interface Accumulator {
    /** Adds what the aggregate takes of one row, as {@link AggregateInput} gives it. */
    void add(Object input);

    /** The value for the rows so far; null for null. */
    Object value();

    /** @param first the first row of the group; one without columns if there is none */
    static Accumulator of(AggregateCall call, Row first, Budget budget) {
        Accumulator ofAll =
                switch (call.function()) {
                    case COUNT_ROWS, COUNT -> new CountOfRows();
                    case SUM -> isOfDoubles(call) ? new SumOfDoubles(call) : new SumsOfExact(call);
                    case AVG, STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP ->
                        isOfDoubles(call) ? new MomentsOfDoubles(call) : new SumsOfExact(call);
                    case MIN -> new Extreme(argumentType(call), false);
                    case MAX -> new Extreme(argumentType(call), true);
                    case BOOL_AND -> new Extreme(SqlType.BOOLEAN, false);
                    case BOOL_OR -> new Extreme(SqlType.BOOLEAN, true);
                    case ARG_MAX -> new ValueAtExtreme(call, true);
                    case ARG_MIN -> new ValueAtExtreme(call, false);
                    case PERCENTILE_DISC, PERCENTILE_CONT ->
                        new Percentile(
                                call, RowEvaluator.evaluate(call.arguments().get(0), first), budget);
                };
        return call.isDistinct() && dependsOnDuplicates(call)
                ? new DistinctInputs(argumentType(call), ofAll, budget)
                : ofAll;
    }

    private static boolean isOfDoubles(AggregateCall call) {
        return argumentType(call).is(Kind.DOUBLE);
    }

    private static SqlType argumentType(AggregateCall call) {
        return call.arguments().get(0).type();
    }

    private static boolean dependsOnDuplicates(AggregateCall call) {
        return switch (call.function()) {
            case COUNT, SUM, AVG, STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP -> true;
            default -> false;
        };
    }
}
