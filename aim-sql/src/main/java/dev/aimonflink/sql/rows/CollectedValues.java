package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.plan.AggregateCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The array of all values, also of nulls. */
final class CollectedValues extends Pieces {
    CollectedValues(AggregateCall call, Budget budget) {
        super(call, budget);
    }

    @Override
    void keep(Piece piece) {
        budget.keepText(Budget.sizeOf(piece.value()), call.position());
    }

    @Override
    List<Object> value(List<Piece> sorted) {
        budget.keepText((long) Budget.OF_A_VALUE * sorted.size(), call.position());
        List<Object> values = new ArrayList<>(sorted.size());
        sorted.forEach(piece -> values.add(piece.value()));
        return Collections.unmodifiableList(values);
    }
}
