package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.bind.Numbers;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * What sums, averages and deviations of exact numbers are computed of, with PostgreSQL's digits. Those of parts of the
 * rows add up, so an answer does not depend on how rows are distributed.
 *
 * @param sum with as many digits behind the point as the number that has most of them
 * @param sumOfSquares with twice as many; null where neither variance nor deviation is asked for
 */
public record ExactMoments(long count, BigDecimal sum, BigDecimal sumOfSquares) {
    /** Those of numbers that are kept without their point. */
    public static ExactMoments of(long count, BigInteger sum, BigInteger sumOfSquares, int scale) {
        return new ExactMoments(count, new BigDecimal(sum, scale), new BigDecimal(sumOfSquares, 2 * scale));
    }

    /**
     * The value of an aggregate; null if there are too few rows.
     *
     * @param function SUM, AVG, or one of the variances and deviations
     * @param type of the value
     * @param position the index in the text at which a sum that its type does not hold is reported
     */
    public Object value(AggregateFunction function, SqlType type, int position) {
        return switch (function) {
            case SUM -> sum(type, position);
            case AVG -> count == 0 ? null : Numbers.divide(sum, BigDecimal.valueOf(count));
            case VAR_POP -> variance(count);
            case VAR_SAMP -> variance(count - 1);
            case STDDEV_POP -> root(variance(count));
            case STDDEV_SAMP -> root(variance(count - 1));
            default -> throw new AssertionError("not of moments: " + function);
        };
    }

    private Object sum(SqlType type, int position) {
        if (count == 0) {
            return null;
        }
        return type.is(Kind.BIGINT) ? Casts.convert(sum, type, position) : sum;
    }

    /** {@code (count * sumOfSquares - sum * sum) / (count * divisor)}, whose dividend and divisor are exact. */
    private BigDecimal variance(long divisor) {
        if (divisor <= 0) {
            return null;
        }
        BigDecimal rows = BigDecimal.valueOf(count);
        BigDecimal dividend = rows.multiply(sumOfSquares).subtract(sum.multiply(sum));
        // PostgreSQL shows no digits behind the point where all numbers are equal.
        return dividend.signum() == 0
                ? BigDecimal.ZERO
                : Numbers.divide(dividend, rows.multiply(BigDecimal.valueOf(divisor)));
    }

    /** Rounded to as many digits behind the point as the number has; null for null. */
    private static BigDecimal root(BigDecimal number) {
        if (number == null) {
            return null;
        }
        int scale = number.scale();
        // One digit more, cut off there: that is enough to know how the others are rounded.
        BigInteger root = number.setScale(2 * (scale + 1)).unscaledValue().sqrt();
        return new BigDecimal(root, scale + 1).setScale(scale, RoundingMode.HALF_UP);
    }
}
