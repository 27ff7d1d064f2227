package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/**
 * The first value in order that has at least a fraction of all values up to it; or the number at that fraction of the way from the
 * first to the last.
 */
public final class Percentile extends Accumulator {
    private final SortOrder order;
    private final boolean isContinuous;
    private final Double fraction;
    private final Budget budget;
    private final List<Object[]> values = new ArrayList<>();

    /** @param first the row whose fraction counts */
    Percentile(AggregateCall call, Row first, Budget budget) {
        super(call);
        Object given = super.input(first);
        order = new SortOrder(call.order(), budget);
        isContinuous = call.function() == AggregateFunction.PERCENTILE_CONT;
        fraction = given == null ? null : (Double) ((Number) given).doubleValue();
        this.budget = budget;
        if (fraction != null && !(fraction >= 0 && fraction <= 1)) {
            throw new SqlException(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    call.position(),
                    "The fraction of " + call.function().sqlName() + " is " + given + ". Give one from 0 to 1.");
        }
    }

    @Override
    Object input(Row row) {
        return budget.evaluate(call.order().get(0).value(), row);
    }

    @Override
    void add(Object input) {
        budget.keepRow();
        values.add(new Object[] {input});
    }

    @Override
    Object value() {
        if (fraction == null || values.isEmpty()) {
            return null;
        }
        values.sort(order);
        if (isContinuous) {
            return between(fraction, values.size(), place -> (Double) values.get((int) place)[0]);
        }
        int place = (int) Math.ceil(fraction * values.size());
        return values.get(Math.max(place, 1) - 1)[0];
    }

    /**
     * The number at a fraction of the way from the first to the last of some numbers, which is between two of them.
     *
     * @param numbers by place, in order
     */
    public static double between(double fraction, long count, LongToDoubleFunction numbers) {
        double place = fraction * (count - 1);
        double low = numbers.applyAsDouble((long) Math.floor(place));
        if (Math.floor(place) == Math.ceil(place)) {
            return low;
        }
        double high = numbers.applyAsDouble((long) Math.ceil(place));
        return low + (place - Math.floor(place)) * (high - low);
    }
}
