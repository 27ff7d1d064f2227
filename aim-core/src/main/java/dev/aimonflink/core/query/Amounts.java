package dev.aimonflink.core.query;

import java.math.BigDecimal;

/** How numbers of the matrix become numbers of an answer. */
final class Amounts {
    private Amounts() {}

    /** Cents as currency units, exact. */
    static BigDecimal currency(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    /** Squares of cents as squares of currency units, exact. */
    static BigDecimal squaredCurrency(long squaredCents) {
        return BigDecimal.valueOf(squaredCents, 4);
    }

    /** The average, or null over nothing. Both operands are exact as doubles, so this rounds once. */
    static Double average(long sum, long count) {
        return count == 0 ? null : (double) sum / count;
    }

    /** Currency units a second, or null over no seconds. Multiplied before it is divided, so this rounds once. */
    static Double costPerSecond(long cents, long seconds) {
        return seconds == 0 ? null : cents / (100.0 * seconds);
    }
}
