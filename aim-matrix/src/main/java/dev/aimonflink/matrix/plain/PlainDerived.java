package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.EventFunction;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * A column that is computed from stored ones: an average, or the variance or deviation of a population.
 *
 * @param squares null for an average
 */
record PlainDerived(EventFunction function, PlainColumn count, PlainColumn sum, PlainColumn squares) {
    /**
     * Enough to round to the nearest double. Quotients of exact fields have a denominator of count squared times 10^36 at most, so
     * they are far from the middle of two doubles, or exactly there with fewer digits. The same goes for their roots.
     */
    private static final MathContext PRECISION = new MathContext(120);

    /** The value for an entity. Null over no events. */
    Double value(List<PlainEvent> ofEntity, PlainClock clock) {
        BigDecimal events = count.total(ofEntity, clock);
        if (events.signum() == 0) {
            return null;
        }
        BigDecimal total = sum.total(ofEntity, clock);
        if (function == EventFunction.AVG) {
            return total.divide(events, PRECISION).doubleValue();
        }
        BigDecimal spread = events.multiply(squares.total(ofEntity, clock)).subtract(total.pow(2));
        if (spread.signum() < 0) {
            // A column that a later model added takes fewer events than the others, so they belong to no common
            // population.
            return null;
        }
        BigDecimal variance = spread.divide(events.pow(2), PRECISION);
        return (function == EventFunction.VAR ? variance : variance.sqrt(PRECISION)).doubleValue();
    }
}
