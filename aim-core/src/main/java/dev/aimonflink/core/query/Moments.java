package dev.aimonflink.core.query;

import dev.aimonflink.core.schema.PreciseSum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * Averages, variances and deviations from a count, a sum and a sum of squares.
 *
 * <p>Variances are those of a population, the mean square of the differences from the mean, because the events of a window are not
 * a sample. Operands are exact, and a result is rounded once.
 */
public final class Moments {
    /** Enough that a quotient or root, cut to so many digits, still rounds to the right double. */
    private static final MathContext PRECISION = new MathContext(50);

    /**
     * A spread of doubles that is less than this part of the square of their sum may come from rounding, as of values that are
     * all alike. A double itself is rounded to a part of about 2^-53.
     */
    private static final BigDecimal ROUNDING = BigDecimal.valueOf(Math.scalb(1.0, -90));

    private Moments() {}

    /**
     * The average, or null over no events.
     *
     * @param scale how many digits of the sum are behind the point
     */
    static Double average(long count, long sum, int scale) {
        return count == 0
                ? null
                : (Double) BigDecimal.valueOf(sum, scale)
                        .divide(BigDecimal.valueOf(count), PRECISION)
                        .doubleValue();
    }

    /** The standard deviation, or null as for the variance. */
    static Double deviation(long count, long sum, long squares, int scale) {
        BigDecimal variance = exactVariance(count, sum, squares, scale);
        return variance == null ? null : (Double) variance.sqrt(PRECISION).doubleValue();
    }

    /** The variance, or null over no events, or if the operands cannot be of the same events. */
    static Double variance(long count, long sum, long squares, int scale) {
        BigDecimal variance = exactVariance(count, sum, squares, scale);
        return variance == null ? null : (Double) variance.doubleValue();
    }

    private static BigDecimal exactVariance(long count, long sum, long squares, int scale) {
        if (count == 0) {
            return null;
        }
        // Over the common denominator, count squared, nothing cancels but whole numbers.
        BigInteger events = BigInteger.valueOf(count);
        BigInteger total = BigInteger.valueOf(sum);
        BigInteger spread = events.multiply(BigInteger.valueOf(squares)).subtract(total.multiply(total));
        if (spread.signum() < 0) {
            // A change of the model added the squares after events had been summed, so the spread of those is unknown.
            return null;
        }
        return new BigDecimal(spread, 2 * scale).divide(new BigDecimal(events.multiply(events)), PRECISION);
    }

    // ---- of doubles, whose sums have twice their digits

    public static Double average(long count, PreciseSum sum) {
        return count == 0 ? null : (Double) (sum.rounded() / count);
    }

    public static Double deviation(long count, PreciseSum sum, PreciseSum squares) {
        Double variance = variance(count, sum, squares);
        return variance == null ? null : (Double) Math.sqrt(variance);
    }

    /** The variance, or null as for the exact one. */
    public static Double variance(long count, PreciseSum sum, PreciseSum squares) {
        if (count == 0) {
            return null;
        }
        if (!sum.isFinite() || !squares.isFinite()) {
            return Double.NaN;
        }
        BigDecimal events = BigDecimal.valueOf(count);
        BigDecimal square = sum.exact().pow(2);
        BigDecimal spread = events.multiply(squares.exact()).subtract(square);
        if (spread.abs().compareTo(square.multiply(ROUNDING)) <= 0) {
            return 0.0;
        }
        return spread.signum() < 0
                ? null
                : (Double) spread.divide(events.pow(2), PRECISION).doubleValue();
    }
}
