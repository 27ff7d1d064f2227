package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;

/** Computes one value of the rows of a group. A function of many rows is a line of the table in {@link #of}. */
abstract class Accumulator {
    final AggregateCall call;

    Accumulator(AggregateCall call) {
        this.call = call;
    }

    /** @param first the first row of the group; one without columns if there is none */
    static Accumulator of(AggregateCall call, Row first, Budget budget) {
        SqlType taken = call.arguments().isEmpty()
                ? SqlType.UNKNOWN
                : call.arguments().get(0).type();
        boolean isOfDoubles = taken.is(Kind.DOUBLE) || taken.is(Kind.REAL);
        boolean isOfIntervals = call.type().is(Kind.INTERVAL);
        Accumulator ofAll =
                switch (call.function()) {
                    case COUNT_ROWS, COUNT -> new CountOfRows(call);
                    case SUM ->
                        isOfIntervals
                                ? new SumOfIntervals(call)
                                : isOfDoubles ? new SumOfDoubles(call) : new SumsOfExact(call);
                    case AVG, STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP ->
                        isOfIntervals
                                ? new SumOfIntervals(call)
                                : isOfDoubles ? new MomentsOfDoubles(call) : new SumsOfExact(call);
                    case MIN, BOOL_AND -> new ExtremeAccumulator(call, false);
                    case MAX, BOOL_OR -> new ExtremeAccumulator(call, true);
                    case ARG_MIN -> new ValueAtExtreme(call, false);
                    case ARG_MAX -> new ValueAtExtreme(call, true);
                    case STRING_AGG -> new JoinedTexts(call, budget);
                    case ARRAY_AGG -> new CollectedValues(call, budget);
                    case ANY_VALUE, BIT_AND, BIT_OR, BIT_XOR -> new FoldedValue(call);
                    case CORR,
                            COVAR_POP,
                            COVAR_SAMP,
                            REGR_AVGX,
                            REGR_AVGY,
                            REGR_COUNT,
                            REGR_INTERCEPT,
                            REGR_R2,
                            REGR_SLOPE,
                            REGR_SXX,
                            REGR_SXY,
                            REGR_SYY -> new MomentsOfPoints(call);
                    case PERCENTILE_DISC, PERCENTILE_CONT, MODE -> new Percentile(call, first, budget);
                };
        return call.isDistinct() && ofAll.dependsOnDuplicates() ? new DistinctInputs(ofAll, budget) : ofAll;
    }

    /** What it takes of a row; null if the row is left out. */
    Object input(Row row) {
        return RowEvaluator.evaluate(call.arguments().get(0), row);
    }

    /** Whether an input that comes a second time changes the value. */
    boolean dependsOnDuplicates() {
        return true;
    }

    abstract void add(Object input);

    /** The value for the rows so far; null for null. */
    abstract Object value();

    final SqlType argumentType(int argument) {
        return call.arguments().get(argument).type();
    }
}
