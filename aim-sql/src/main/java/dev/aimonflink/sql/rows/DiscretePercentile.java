package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.ArrayList;
import java.util.List;

/** The first value in order that has at least a fraction of all values up to it. */
final class DiscretePercentile implements Accumulator {
    private final SortOrder order;
    private final Double fraction;
    private final Budget budget;
    private final List<Object[]> values = new ArrayList<>();

    /** @param fraction a number, or null */
    DiscretePercentile(AggregateCall call, Object fraction, Budget budget) {
        order = new SortOrder(call.order(), budget);
        this.fraction = fraction == null ? null : (Double) ((Number) fraction).doubleValue();
        this.budget = budget;
        if (this.fraction != null && !(this.fraction >= 0 && this.fraction <= 1)) {
            throw new SqlException(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    call.position(),
                    "The fraction of percentile_disc is " + fraction + ". Give one from 0 to 1.");
        }
    }

    @Override
    public void add(Object input) {
        budget.keepRow();
        values.add(new Object[] {input});
    }

    @Override
    public Object value() {
        if (fraction == null || values.isEmpty()) {
            return null;
        }
        values.sort(order);
        int place = (int) Math.ceil(fraction * values.size());
        return values.get(Math.max(place, 1) - 1)[0];
    }
}
