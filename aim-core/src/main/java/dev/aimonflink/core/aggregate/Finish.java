package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.DecimalSums;
import dev.aimonflink.core.partial.ValueCounts;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.bind.SqlType.Kind;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.rows.ExactMoments;
import dev.aimonflink.sql.rows.Percentile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Computes the values of aggregates from merged states of decimals and of counted values. */
final class Finish {
    /** Enough that a quotient, cut to so many digits, still rounds to the right double. */
    private static final MathContext PRECISION = new MathContext(50);

    private Finish() {}

    /** Takes a number of any type into a sum; null is left out. */
    static void take(DecimalSums sums, int group, Object number) {
        if (number instanceof Double real) {
            sums.addTo(group, real.doubleValue());
        } else if (number instanceof Long whole) {
            sums.addTo(group, BigDecimal.valueOf(whole));
        } else if (number != null) {
            sums.addTo(group, (BigDecimal) number);
        }
    }

    static Object value(AggregateCall aggregate, boolean isDouble, DecimalSums sums, int group) {
        if (!isDouble) {
            return new ExactMoments(sums.count(group), sums.sum(group), sums.squares(group))
                    .value(aggregate.function(), aggregate.type(), aggregate.position());
        }
        long count = sums.count(group);
        boolean isSample = aggregate.function() == AggregateFunction.VAR_SAMP
                || aggregate.function() == AggregateFunction.STDDEV_SAMP;
        if (count == 0 || (isSample && count == 1)) {
            return null;
        }
        return switch (aggregate.function()) {
            case SUM -> sum(aggregate, sums, group);
            case AVG -> sum(aggregate, sums, group) / count;
            case VAR_POP, VAR_SAMP -> variance(sums, group, isSample ? count - 1 : count);
            default -> Math.sqrt(variance(sums, group, isSample ? count - 1 : count));
        };
    }

    private static double sum(AggregateCall aggregate, DecimalSums sums, int group) {
        if (sums.special(group) != null) {
            return sums.special(group);
        }
        double sum = sums.sum(group).doubleValue();
        if (Double.isInfinite(sum)) {
            throw Casts.outOfRange(SqlType.DOUBLE, aggregate.position());
        }
        return sum;
    }

    /** The mean square of the distances from the average: exact, and then rounded once. */
    private static double variance(DecimalSums sums, int group, long divisor) {
        if (sums.special(group) != null) {
            return Double.NaN;
        }
        BigDecimal count = BigDecimal.valueOf(sums.count(group));
        BigDecimal spread =
                count.multiply(sums.squares(group)).subtract(sums.sum(group).pow(2));
        return spread.divide(count.multiply(BigDecimal.valueOf(divisor)), PRECISION)
                .doubleValue();
    }

    /** The value of a function that takes equal values once. */
    static Object ofDistinct(AggregateCall aggregate, List<Object> values) {
        if (aggregate.function() == AggregateFunction.COUNT) {
            return (long) values.size();
        }
        DecimalSums sums = DecimalSums.ofMoments().addRow();
        values.forEach(value -> take(sums, 0, value));
        return value(aggregate, aggregate.arguments().get(0).type().is(Kind.DOUBLE), sums, 0);
    }

    /**
     * The first value in order that has at least a fraction of all values up to it, or the number at that fraction of the way from
     * the first to the last; null if there is none.
     */
    static Object percentile(AggregateCall aggregate, ValueCounts counts, int group, UnaryOperator<Object> decoded) {
        Object given = ((Bound.Constant) aggregate.arguments().get(0)).value();
        if (given == null) {
            return null;
        }
        double fraction = ((Number) given).doubleValue();
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new SqlException(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    aggregate.position(),
                    "The fraction of " + aggregate.function().sqlName() + " is " + given + ". Give one from 0 to 1.");
        }
        long all = Arrays.stream(counts.times(group)).sum();
        if (all == 0) {
            return null;
        }
        boolean isDescending = aggregate.order().get(0).isDescending();
        if (aggregate.function() == AggregateFunction.PERCENTILE_CONT) {
            return Percentile.between(
                    fraction, all, place -> (Double) decoded.apply(valueAt(place, counts, group, isDescending)));
        }
        long place = Math.max(1, (long) Math.ceil(fraction * all)) - 1;
        return decoded.apply(valueAt(place, counts, group, isDescending));
    }

    /** @param place of a value in order, from 0 on */
    private static Object valueAt(long place, ValueCounts counts, int group, boolean isDescending) {
        List<Object> values = counts.values(group);
        long[] times = counts.times(group);
        long before = 0;
        for (int i = 0; ; i++) {
            int at = isDescending ? times.length - 1 - i : i;
            before += times[at];
            if (before > place) {
                return values.get(at);
            }
        }
    }
}
