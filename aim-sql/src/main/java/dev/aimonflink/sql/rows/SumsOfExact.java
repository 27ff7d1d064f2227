package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.plan.AggregateCall;
import java.math.BigDecimal;

/** Sums, averages, variances and deviations of integers and numerics. */
final class SumsOfExact extends Accumulator {
    private final boolean needsSquares;
    private long count;
    private BigDecimal sum = BigDecimal.ZERO;
    private BigDecimal sumOfSquares = BigDecimal.ZERO;

    SumsOfExact(AggregateCall call) {
        super(call);
        needsSquares = call.function() != AggregateFunction.SUM && call.function() != AggregateFunction.AVG;
    }

    @Override
    void add(Object input) {
        BigDecimal number = input instanceof Long integer ? BigDecimal.valueOf(integer) : (BigDecimal) input;
        count++;
        sum = sum.add(number);
        if (needsSquares) {
            sumOfSquares = sumOfSquares.add(number.multiply(number));
        }
    }

    @Override
    Object value() {
        return new ExactMoments(count, sum, sumOfSquares).value(call.function(), call.type(), call.position());
    }
}
