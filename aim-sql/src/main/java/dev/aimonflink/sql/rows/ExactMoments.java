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
 * The sums behind sums, averages and deviations of exact numbers, with PostgreSQL's digits. Those of parts of the rows add up, so an answer
 * does not depend on how rows are distributed.
 *
 * @param sum with the largest scale of all numbers
 * @param sumOfSquares with twice that scale; null if no variance or deviation is needed
 */
public record ExactMoments(long count, BigDecimal sum, BigDecimal sumOfSquares) {
    /** For numbers kept without their point. */
    public static ExactMoments of(long count, BigInteger sum, BigInteger sumOfSquares, int scale) {
        return new ExactMoments(count, new BigDecimal(sum, scale), new BigDecimal(sumOfSquares, 2 * scale));
    }

    /**
     * The value of an aggregate; null if there are too few rows.
     *
     * @param function SUM, AVG, or one of the variances and deviations
     * @param position where a sum that exceeds its type is reported
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

    /** {@code (count * sumOfSquares - sum * sum) / (count * divisor)}, with exact dividend and divisor. */
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

    /** Rounded to the number's scale; null for null. */
    private static BigDecimal root(BigDecimal number) {
        if (number == null) {
            return null;
        }
        int scale = number.scale();
        // One more digit, truncated, decides how the others are rounded.
        BigInteger root = number.setScale(2 * (scale + 1)).unscaledValue().sqrt();
        return new BigDecimal(root, scale + 1).setScale(scale, RoundingMode.HALF_UP);
    }
}
