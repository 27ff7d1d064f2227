package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.plan.AggregateCall;

/**
 * The least or greatest input. Of truth values, the least is whether all are true, and the greatest whether one is. Of
 * equal ones it is the last, as in PostgreSQL: 1.0 and 1.00 look different.
 */
final class ExtremeAccumulator extends Accumulator {
    private final boolean isGreatest;
    private Object extreme;

    ExtremeAccumulator(AggregateCall call, boolean isGreatest) {
        super(call);
        this.isGreatest = isGreatest;
    }

    @Override
    boolean dependsOnDuplicates() {
        return false;
    }

    @Override
    void add(Object input) {
        int order = extreme == null ? 0 : Order.compare(input, extreme, argumentType(0));
        if (isGreatest ? order >= 0 : order <= 0) {
            extreme = input;
        }
    }

    @Override
    Object value() {
        return extreme;
    }
}
