package dev.aimonflink.matrix.layout;

import java.math.BigDecimal;

/**
 * A sum of doubles with twice their digits.
 *
 * @param sum rounded
 * @param lost the rounding error
 */
public record PreciseSum(double sum, double lost) {
    public boolean isFinite() {
        return Double.isFinite(sum + lost);
    }

    public double rounded() {
        return sum + lost;
    }

    /** The number itself; for finite sums only. */
    public BigDecimal exact() {
        return new BigDecimal(sum).add(new BigDecimal(lost));
    }
}
