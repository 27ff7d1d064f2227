package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.plan.AggregateCall;

/**
 * The value in the row in which another value is least or greatest. Among several such rows it is the least value, and
 * null only if it is in all of them, so that the order of rows does not matter.
 */
final class ValueAtExtreme implements Accumulator {
    private final SqlType valueType;
    private final SqlType ofType;
    private final boolean isGreatest;
    private AggregateInput.Pair extreme;

    ValueAtExtreme(AggregateCall call, boolean isGreatest) {
        valueType = call.arguments().get(0).type();
        ofType = call.arguments().get(1).type();
        this.isGreatest = isGreatest;
    }

    @Override
    public void add(Object input) {
        AggregateInput.Pair pair = (AggregateInput.Pair) input;
        if (extreme == null || isBetter(pair)) {
            extreme = pair;
        }
    }

    private boolean isBetter(AggregateInput.Pair pair) {
        int order = Order.compare(pair.of(), extreme.of(), ofType);
        if (order != 0) {
            return order > 0 == isGreatest;
        }
        return pair.value() != null
                && (extreme.value() == null || Order.compare(pair.value(), extreme.value(), valueType) < 0);
    }

    @Override
    public Object value() {
        return extreme == null ? null : extreme.value();
    }
}
