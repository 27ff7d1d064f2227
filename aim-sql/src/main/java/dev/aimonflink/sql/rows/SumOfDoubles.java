package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.type.SqlType;

/** The sum of doubles or reals in the order of their rows, each addition rounded. */
final class SumOfDoubles extends Accumulator {
    private Double sum;

    SumOfDoubles(AggregateCall call) {
        super(call);
    }

    private boolean isOfReals() {
        return call.type().is(SqlType.Kind.REAL);
    }

    @Override
    void add(Object input) {
        double number = ((Number) input).doubleValue();
        double exact = sum == null ? number : sum + number;
        double next = isOfReals() ? (float) exact : exact;
        if (Double.isInfinite(next) && Double.isFinite(number) && Double.isFinite(sum)) {
            throw Casts.outOfRange(call.type(), call.position());
        }
        sum = next;
    }

    @Override
    Object value() {
        return sum == null || !isOfReals() ? (Object) sum : (Float) sum.floatValue();
    }
}
