package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.AggregateCall;

/** How many inputs there are. */
final class CountOfRows extends Accumulator {
    /** What is taken where only the number of rows counts. */
    private static final Object A_ROW = true;

    private long count;

    CountOfRows(AggregateCall call) {
        super(call);
    }

    @Override
    Object input(Row row) {
        return call.arguments().isEmpty() ? A_ROW : super.input(row);
    }

    @Override
    void add(Object input) {
        count++;
    }

    @Override
    Object value() {
        return count;
    }
}
