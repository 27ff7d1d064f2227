package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.CanonicalValue;
import dev.aimonflink.sql.evaluate.Order;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives another accumulator equal inputs once: in their order, because a sum of doubles depends on it. */
final class DistinctInputs extends Accumulator {
    private final Accumulator ofDistinct;
    private final Budget budget;
    private final Map<Object, Object> inputs = new LinkedHashMap<>();

    DistinctInputs(Accumulator ofDistinct, Budget budget) {
        super(ofDistinct.call);
        this.ofDistinct = ofDistinct;
        this.budget = budget;
    }

    @Override
    void add(Object input) {
        if (inputs.putIfAbsent(CanonicalValue.of(input), input) == null) {
            budget.keepRow();
        }
    }

    @Override
    Object value() {
        List<Object> inOrder = new ArrayList<>(inputs.values());
        inOrder.sort((left, right) -> {
            budget.step();
            return Order.compare(left, right, argumentType(0));
        });
        inOrder.forEach(ofDistinct::add);
        return ofDistinct.value();
    }
}
