package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.layout.PreciseSum;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Averages, variances and deviations from a count, a sum and a sum of squares.
 *
 * <p>Variances are those of a population, the mean squared difference from the mean, because the events of a window are not a sample.
 * Operands are exact; a result is rounded once.
 */
public final class Averages {
    /** Enough that a quotient or root, cut to so many digits, still rounds to the right double. */
    private static final MathContext PRECISION = new MathContext(50);

    /**
     * A spread of doubles below this part of their squared sum may come from rounding, as of equal values. A double itself is rounded to
     * about 2^-53.
     */
    private static final BigDecimal ROUNDING = BigDecimal.valueOf(Math.scalb(1.0, -90));

    /**
     * A spread of rounded sums below this part of the greatest possible one may come from rounding. Each sum is rounded by 2^-53, and the
     * square of a sum by twice that.
     */
    private static final BigDecimal ROUNDING_OF_DOUBLES = BigDecimal.valueOf(Math.scalb(1.0, -51));

    private Averages() {}

    /**
     * Null over no events.
     *
     * @param scale digits of the sum behind the point
     */
    static Double average(long count, long sum, int scale) {
        return count == 0
                ? null
                : (Double) BigDecimal.valueOf(sum, scale)
                        .divide(BigDecimal.valueOf(count), PRECISION)
                        .doubleValue();
    }

    /** Null like the variance. */
    static Double deviation(long count, long sum, long squares, int scale) {
        BigDecimal variance = exactVariance(count, sum, squares, scale);
        return variance == null ? null : (Double) variance.sqrt(PRECISION).doubleValue();
    }

    /** Null over no events, or if the operands cannot be of the same events. */
    static Double variance(long count, long sum, long squares, int scale) {
        return rounded(exactVariance(count, sum, squares, scale));
    }

    private static BigDecimal exactVariance(long count, long sum, long squares, int scale) {
        return count == 0
                ? null
                : variance(
                        count,
                        BigDecimal.valueOf(sum, scale).pow(2),
                        BigDecimal.valueOf(squares, 2 * scale),
                        BigDecimal.ZERO);
    }

    private static Double rounded(BigDecimal numberOrNull) {
        return numberOrNull == null ? null : (Double) numberOrNull.doubleValue();
    }

    // ---- of doubles, whose sums have twice their digits

    public static Double average(long count, PreciseSum sum) {
        return count == 0 ? null : (Double) (sum.rounded() / count);
    }

    public static Double deviation(long count, PreciseSum sum, PreciseSum squares) {
        return deviation(variance(count, sum, squares));
    }

    public static Double deviation(Double variance) {
        return variance == null ? null : (Double) Math.sqrt(variance);
    }

    /** Null like the exact one. */
    public static Double variance(long count, PreciseSum sum, PreciseSum squares) {
        if (count == 0) {
            return null;
        }
        if (!sum.isFinite() || !squares.isFinite()) {
            return Double.NaN;
        }
        BigDecimal square = sum.exact().pow(2);
        return rounded(variance(count, square, squares.exact(), square.multiply(ROUNDING)));
    }

    /**
     * The variance of doubles from rounded sums. It differs from that of exact sums by at most 2^-50 of the mean square.
     */
    public static Double varianceOfRounded(long count, double sum, double squares) {
        if (count == 0) {
            return null;
        }
        if (!Double.isFinite(sum) || !Double.isFinite(squares)) {
            return Double.NaN;
        }
        BigDecimal exactSquares = new BigDecimal(squares);
        return rounded(variance(
                count,
                new BigDecimal(sum).pow(2),
                exactSquares,
                BigDecimal.valueOf(count).multiply(exactSquares).multiply(ROUNDING_OF_DOUBLES)));
    }

    /** @param error a spread up to this comes from rounding */
    private static BigDecimal variance(long count, BigDecimal squareOfSum, BigDecimal squares, BigDecimal error) {
        // Over the common denominator, count squared, only exact numbers cancel.
        BigDecimal events = BigDecimal.valueOf(count);
        BigDecimal spread = events.multiply(squares).subtract(squareOfSum);
        if (spread.abs().compareTo(error) <= 0) {
            return BigDecimal.ZERO;
        }
        // If a change of the model added the squares after events had been summed, their spread is unknown.
        return spread.signum() < 0 ? null : spread.divide(events.pow(2), PRECISION);
    }
}
