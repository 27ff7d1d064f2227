package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.Window;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.EnumSet;
import java.util.Set;

/**
 * An aggregate that is not stored, but computed from a count, a sum and a sum of squares when a subscriber is read. The
 * three are stored once, however many aggregates are derived from them.
 *
 * <p>Variances are those of a population, the mean square of the differences from the mean, because the calls of a
 * window are not a sample. All operands are exact, and the result is rounded once.
 */
public enum Derived {
    AVG_DURATION(Measure.DURATION, "avg", "average_duration"),
    STDEV_DURATION(Measure.DURATION, "stdev", "standard_deviation_of_duration"),
    VAR_DURATION(Measure.DURATION, "var", "variance_of_duration"),
    AVG_COST(Measure.COST, "avg", "average_cost"),
    STDEV_COST(Measure.COST, "stdev", "standard_deviation_of_cost"),
    VAR_COST(Measure.COST, "var", "variance_of_cost");

    /** Enough that a quotient or root, cut to so many digits, still rounds to the right double. */
    private static final MathContext PRECISION = new MathContext(50);

    private static final int CENTS_DIGITS = 2;

    private final Measure measure;
    private final String label;
    private final String stem;

    Derived(Measure measure, String label, String stem) {
        this.measure = measure;
        this.label = label;
        this.stem = stem;
    }

    public Measure measure() {
        return measure;
    }

    /** As in a schema file. */
    public String label() {
        return label;
    }

    public Function sum() {
        return measure == Measure.COST ? Function.SUM_COST : Function.SUM_DURATION;
    }

    /** The sums of squares, which an average does not need. */
    public Function squares() {
        return measure == Measure.COST ? Function.SQUARES_COST : Function.SQUARES_DURATION;
    }

    private boolean isAverage() {
        return this == AVG_DURATION || this == AVG_COST;
    }

    /** The functions from which it is computed. */
    Set<Function> needs() {
        Set<Function> needs = EnumSet.of(Function.COUNT, sum());
        if (!isAverage()) {
            needs.add(squares());
        }
        return needs;
    }

    /**
     * The value in seconds or currency units, or their squares. Null if there are no calls, or if the operands cannot
     * be of the same calls.
     *
     * @param sum of seconds or cents
     * @param squares of them; anything for an average
     */
    public Double of(long count, long sum, long squares) {
        if (count == 0) {
            return null;
        }
        if (isAverage()) {
            return inUnits(BigInteger.valueOf(sum), CENTS_DIGITS)
                    .divide(BigDecimal.valueOf(count), PRECISION)
                    .doubleValue();
        }
        // Over the common denominator, count squared, nothing cancels but whole numbers.
        BigInteger calls = BigInteger.valueOf(count);
        BigInteger total = BigInteger.valueOf(sum);
        BigInteger spread = calls.multiply(BigInteger.valueOf(squares)).subtract(total.multiply(total));
        if (spread.signum() < 0) {
            // A schema change added the squares after calls had been summed, so the spread of those is unknown.
            return null;
        }
        BigDecimal variance =
                inUnits(spread, 2 * CENTS_DIGITS).divide(new BigDecimal(calls.multiply(calls)), PRECISION);
        boolean isDeviation = this == STDEV_DURATION || this == STDEV_COST;
        return (isDeviation ? variance.sqrt(PRECISION) : variance).doubleValue();
    }

    private BigDecimal inUnits(BigInteger value, int digits) {
        return new BigDecimal(value, measure == Measure.COST ? digits : 0);
    }

    String columnName(CallFilter filter, Window window) {
        return stem + filter.suffix() + "_this_" + window.label();
    }
}
