package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/**
 * The first value in order that has at least a fraction of all values up to it; or the number interpolated at that fraction. With an array
 * of fractions, an array of them. For {@code mode}, the most frequent value, of several the first in order.
 */
public final class Percentile extends Accumulator {
    private final SortOrder order;
    private final boolean isContinuous;
    private final Object fractions;
    private final Budget budget;
    private final List<Object[]> values = new ArrayList<>();

    Percentile(AggregateCall call, Row first, Budget budget) {
        super(call);
        Object given = call.arguments().isEmpty() ? null : super.input(first);
        order = new SortOrder(call.order(), budget);
        isContinuous = call.function() == AggregateFunction.PERCENTILE_CONT;
        fractions = given;
        this.budget = budget;
        List<?> all = given instanceof List<?> array ? array : Collections.singletonList(given);
        all.forEach(this::requireFraction);
    }

    private void requireFraction(Object given) {
        double fraction = given == null ? 0 : ((Number) given).doubleValue();
        if (!(fraction >= 0 && fraction <= 1)) {
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
        values.sort(order);
        if (call.function() == AggregateFunction.MODE) {
            return mostFrequent();
        }
        if (fractions == null || values.isEmpty()) {
            return null;
        }
        if (!(fractions instanceof List<?> all)) {
            return at((Number) fractions);
        }
        List<Object> ofAll = new ArrayList<>();
        all.forEach(each -> ofAll.add(each == null ? null : at((Number) each)));
        return Collections.unmodifiableList(ofAll);
    }

    private Object mostFrequent() {
        Object most = null;
        int countOfMost = 0;
        int begin = 0;
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i)[0];
            begin = Order.compare(values.get(begin)[0], value, call.type()) == 0 ? begin : i;
            if (i - begin + 1 > countOfMost) {
                countOfMost = i - begin + 1;
                most = values.get(begin)[0];
            }
        }
        return most;
    }

    private Object at(Number fraction) {
        if (isContinuous) {
            return between(fraction.doubleValue(), values.size(), place -> (Double) values.get((int) place)[0]);
        }
        int place = (int) Math.ceil(fraction.doubleValue() * values.size());
        return values.get(Math.max(place, 1) - 1)[0];
    }

    /**
     * The number interpolated at a fraction of the way from the first to the last of some numbers.
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
