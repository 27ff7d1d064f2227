package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;

/**
 * The value in the row in which another value is least or greatest. Of several such rows it is the least value, and null only if all are,
 * so that the order of rows does not matter.
 */
final class ValueAtExtreme extends Accumulator {
    /** The arguments of a row. */
    private record Pair(Object value, Object of) {}

    private final boolean isGreatest;
    private Pair extreme;

    ValueAtExtreme(AggregateCall call, boolean isGreatest) {
        super(call);
        this.isGreatest = isGreatest;
    }

    /** A row with a null value counts: it may be the one sought. */
    @Override
    Object input(Row row) {
        Object of = RowEvaluator.evaluate(call.arguments().get(1), row);
        return of == null ? null : new Pair(super.input(row), of);
    }

    @Override
    boolean dependsOnDuplicates() {
        return false;
    }

    @Override
    void add(Object input) {
        Pair pair = (Pair) input;
        if (extreme == null || isBetter(pair)) {
            extreme = pair;
        }
    }

    private boolean isBetter(Pair pair) {
        int order = Order.compare(pair.of(), extreme.of(), argumentType(1));
        if (order != 0) {
            return order > 0 == isGreatest;
        }
        return pair.value() != null
                && (extreme.value() == null || Order.compare(pair.value(), extreme.value(), argumentType(0)) < 0);
    }

    @Override
    Object value() {
        return extreme == null ? null : extreme.value();
    }
}
