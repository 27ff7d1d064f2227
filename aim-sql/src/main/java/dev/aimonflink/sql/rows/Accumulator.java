package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.CanonicalValue;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.evaluate.LongValues;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Computes an aggregate of the rows of a group. An aggregate function is a line of the table in {@link #of}. */
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

    /** What it takes of a row; null to skip the row. */
    Object input(Row row) {
        return RowEvaluator.evaluate(call.arguments().get(0), row);
    }

    /** Whether repeated inputs change the value. */
    boolean dependsOnDuplicates() {
        return true;
    }

    abstract void add(Object input);

    /** The value for the rows so far; null for null. */
    abstract Object value();

    final SqlType argumentType(int argument) {
        return call.arguments().get(argument).type();
    }

    /** The array of all values, including nulls. */
    private static final class CollectedValues extends Pieces {
        CollectedValues(AggregateCall call, Budget budget) {
            super(call, budget);
        }

        @Override
        void keep(Piece piece) {
            budget.keepText(Budget.sizeOf(piece.value()), call.position());
        }

        @Override
        List<Object> value(List<Piece> sorted) {
            budget.keepText((long) Budget.OF_A_VALUE * sorted.size(), call.position());
            List<Object> values = new ArrayList<>(sorted.size());
            sorted.forEach(piece -> values.add(piece.value()));
            return Collections.unmodifiableList(values);
        }
    }

    private static final class CountOfRows extends Accumulator {
        /** The input where only the number of rows counts. */
        private static final Object A_ROW = true;

        private long count;

        CountOfRows(AggregateCall call) {
            super(call);
        }

        @Override
        Object input(Row row) {
            return call.arguments().isEmpty() ? A_ROW : super.input(row);
        }

        @Override
        void add(Object input) {
            count++;
        }

        @Override
        Object value() {
            return count;
        }
    }

    /** Passes equal inputs to another accumulator once: in order, because a sum of doubles depends on it. */
    private static final class DistinctInputs extends Accumulator {
        private final Accumulator ofDistinct;
        private final Budget budget;
        private final Map<Object, Object> inputs = new LinkedHashMap<>();

        DistinctInputs(Accumulator ofDistinct, Budget budget) {
            super(ofDistinct.call);
            this.ofDistinct = ofDistinct;
            this.budget = budget;
        }

        @Override
        void add(Object input) {
            if (inputs.putIfAbsent(CanonicalValue.of(input), input) == null) {
                budget.keepRow();
            }
        }

        @Override
        Object value() {
            List<Object> inOrder = new ArrayList<>(inputs.values());
            inOrder.sort((left, right) -> {
                budget.step();
                return Order.compare(left, right, argumentType(0));
            });
            inOrder.forEach(ofDistinct::add);
            return ofDistinct.value();
        }
    }

    /**
     * The least or greatest input. For booleans, the least is whether all are true, the greatest whether one is. Of equal ones it is the
     * last, as in PostgreSQL: 1.0 and 1.00 look different.
     */
    private static final class ExtremeAccumulator extends Accumulator {
        private final boolean isGreatest;
        private Object extreme;

        ExtremeAccumulator(AggregateCall call, boolean isGreatest) {
            super(call);
            this.isGreatest = isGreatest;
        }

        @Override
        boolean dependsOnDuplicates() {
            return false;
        }

        @Override
        void add(Object input) {
            int order = extreme == null ? 0 : Order.compare(input, extreme, argumentType(0));
            if (isGreatest ? order >= 0 : order <= 0) {
                extreme = input;
            }
        }

        @Override
        Object value() {
            return extreme;
        }
    }

    /** Folds inputs: combines their bits, or keeps the first. */
    private static final class FoldedValue extends Accumulator {
        private Object folded;

        FoldedValue(AggregateCall call) {
            super(call);
        }

        @Override
        boolean dependsOnDuplicates() {
            return call.function() == AggregateFunction.BIT_XOR;
        }

        @Override
        void add(Object input) {
            folded = folded == null
                    ? input
                    : switch (call.function()) {
                        case BIT_AND -> (Object) ((Long) folded & (Long) input);
                        case BIT_OR -> (Long) folded | (Long) input;
                        case BIT_XOR -> (Long) folded ^ (Long) input;
                        default -> folded;
                    };
        }

        @Override
        Object value() {
            return folded;
        }
    }

    /** Concatenated texts, each but the first with its delimiter in front. */
    private static final class JoinedTexts extends Pieces {
        JoinedTexts(AggregateCall call, Budget budget) {
            super(call, budget);
        }

        @Override
        Object input(Row row) {
            Piece piece = (Piece) super.input(row);
            return piece.value() == null ? null : piece;
        }

        private static String text(Object value) {
            return value == null ? "" : (String) value;
        }

        private static int length(Piece piece) {
            return text(piece.value()).length() + text(piece.other()).length();
        }

        @Override
        void keep(Piece piece) {
            budget.keepText(length(piece), call.position());
        }

        @Override
        String value(List<Piece> sorted) {
            long characters = sorted.stream().mapToLong(JoinedTexts::length).sum()
                    - text(sorted.get(0).other()).length();
            LongValues.requireCharacters(Row.of(), characters, call.position());
            budget.keepText(characters, call.position());
            StringBuilder joined = new StringBuilder(text(sorted.get(0).value()));
            sorted.subList(1, sorted.size())
                    .forEach(piece -> joined.append(text(piece.other())).append(text(piece.value())));
            return joined.toString();
        }
    }

    /** The sum of doubles or reals in row order, each addition rounded. */
    private static final class SumOfDoubles extends Accumulator {
        private Double sum;

        SumOfDoubles(AggregateCall call) {
            super(call);
        }

        private boolean isOfReals() {
            return call.type().is(SqlType.Kind.REAL);
        }

        @Override
        void add(Object input) {
            double number = ((Number) input).doubleValue();
            double exact = sum == null ? number : sum + number;
            double next = isOfReals() ? (float) exact : exact;
            if (Double.isInfinite(next) && Double.isFinite(number) && Double.isFinite(sum)) {
                throw Casts.outOfRange(call.type(), call.position());
            }
            sum = next;
        }

        @Override
        Object value() {
            return sum == null || !isOfReals() ? (Object) sum : (Float) sum.floatValue();
        }
    }

    /** Sums and averages of intervals. */
    private static final class SumOfIntervals extends Accumulator {
        private long count;
        private Interval sum;

        SumOfIntervals(AggregateCall call) {
            super(call);
        }

        @Override
        void add(Object input) {
            count++;
            try {
                sum = sum == null ? (Interval) input : sum.plus((Interval) input);
            } catch (SqlException tooLong) {
                throw tooLong.at(call.position());
            }
        }

        @Override
        Object value() {
            return sum == null || call.function() == AggregateFunction.SUM ? sum : sum.dividedBy((double) count);
        }
    }

    /** Sums, averages, variances and deviations of integers and numerics. */
    private static final class SumsOfExact extends Accumulator {
        private final boolean needsSquares;
        private long count;
        private BigDecimal sum = BigDecimal.ZERO;
        private BigDecimal sumOfSquares = BigDecimal.ZERO;

        SumsOfExact(AggregateCall call) {
            super(call);
            needsSquares = call.function() != AggregateFunction.SUM && call.function() != AggregateFunction.AVG;
        }

        @Override
        void add(Object input) {
            BigDecimal number = input instanceof Long integer ? BigDecimal.valueOf(integer) : (BigDecimal) input;
            count++;
            sum = sum.add(number);
            if (needsSquares) {
                sumOfSquares = sumOfSquares.add(number.multiply(number));
            }
        }

        @Override
        Object value() {
            return new ExactMoments(count, sum, sumOfSquares).value(call.function(), call.type(), call.position());
        }
    }
}
