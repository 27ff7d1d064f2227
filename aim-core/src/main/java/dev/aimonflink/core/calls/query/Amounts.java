package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.partial.Ratios;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Converts numbers of the matrix to numbers of an answer. */
final class Amounts {
    private Amounts() {}

    /** Cents as currency units, exact. */
    static BigDecimal currency(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    /** The same for sums. */
    static BigDecimal currency(BigInteger cents) {
        return new BigDecimal(cents, 2);
    }

    /** The average, or null if the count is 0. Both operands are exact as doubles, so this rounds once. */
    static Double average(long sum, long count) {
        return count == 0 ? null : (double) sum / count;
    }

    /** Currency units per second, or null for 0 seconds. Multiplies before it divides, so this rounds once. */
    static Double costPerSecond(long cents, long seconds) {
        return seconds == 0 ? null : cents / (100.0 * seconds);
    }

    /** The same for sums of cents and of seconds. */
    static Double costPerSecond(Ratios centsAndSeconds, int row) {
        double seconds = centsAndSeconds.divisor(row).doubleValue();
        return seconds == 0 ? null : (Double) (centsAndSeconds.dividend(row).doubleValue() / (100.0 * seconds));
    }
}
