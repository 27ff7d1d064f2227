package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values of outer rows that a query uses, by index of {@link Bound.Outer}. */
final class Correlation {
    private final List<Bound> values = new ArrayList<>();
    private final Map<Bound, Integer> indexes = new HashMap<>();

    /** @param around an expression over the outer rows */
    Bound inside(Bound around) {
        int index = indexes.computeIfAbsent(Operands.withoutPositions(around), fresh -> {
            values.add(around);
            return values.size() - 1;
        });
        return new Bound.Outer(index, around.type(), around.position());
    }

    boolean isUsed() {
        return !values.isEmpty();
    }

    List<Bound> values() {
        return List.copyOf(values);
    }
}
