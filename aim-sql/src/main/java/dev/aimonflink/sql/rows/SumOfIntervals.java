package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.type.Interval;

/** Sums and averages of intervals. */
final class SumOfIntervals extends Accumulator {
    private long count;
    private Interval sum;

    SumOfIntervals(AggregateCall call) {
        super(call);
    }

    @Override
    void add(Object input) {
        count++;
        try {
            sum = sum == null ? (Interval) input : sum.plus((Interval) input);
        } catch (SqlException tooLong) {
            throw tooLong.at(call.position());
        }
    }

    @Override
    Object value() {
        return sum == null || call.function() == AggregateFunction.SUM ? sum : sum.dividedBy((double) count);
    }
}
