package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.plan.AggregateCall;

/** What two inputs become together, and then with the next one: their bits, or the first of them. */
final class FoldedValue extends Accumulator {
    private Object folded;

    FoldedValue(AggregateCall call) {
        super(call);
    }

    @Override
    boolean dependsOnDuplicates() {
        return call.function() == AggregateFunction.BIT_XOR;
    }

    @Override
    void add(Object input) {
        folded = folded == null
                ? input
                : switch (call.function()) {
                    case BIT_AND -> (Object) ((Long) folded & (Long) input);
                    case BIT_OR -> (Long) folded | (Long) input;
                    case BIT_XOR -> (Long) folded ^ (Long) input;
                    default -> folded;
                };
    }

    @Override
    Object value() {
        return folded;
    }
}
