package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.plan.AggregateCall;

/** The sum of doubles in the order of their rows, each addition rounded. */
final class SumOfDoubles extends Accumulator {
    private Double sum;

    SumOfDoubles(AggregateCall call) {
        super(call);
    }

    @Override
    void add(Object input) {
        double number = (Double) input;
        double next = sum == null ? number : sum + number;
        if (Double.isInfinite(next) && Double.isFinite(number) && Double.isFinite(sum)) {
            throw Casts.outOfRange(call.type(), call.position());
        }
        sum = next;
    }

    @Override
    Object value() {
        return sum;
    }
}
