package dev.aimonflink.core.scan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.plan.Expressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a scan computes of the rows of one table. Fields of its expressions are columns of the table; parameters and values of other
 * queries have been replaced by constants. The argument of a percentile is what it is a percentile of: its states have all values of a
 * group, of which any percentile is computed.
 *
 * @param filter null for all rows
 * @param keys of the groups; none if all rows are one group
 */
public record VectorQuery(Bound filter, List<Bound> keys, List<AggregateCall> calls) {
    public VectorQuery {
        // Calls that take the same share what they compute. What fails is reported by rows, which know the positions.
        calls = calls.stream().map(Expressions::withoutPositions).toList();
    }

    /** All its expressions. */
    List<Bound> bounds() {
        List<Bound> bounds = new ArrayList<>(keys);
        for (AggregateCall aggregate : calls) {
            bounds.addAll(aggregate.arguments());
            bounds.add(aggregate.filter());
        }
        bounds.add(filter);
        bounds.removeIf(Objects::isNull);
        return bounds;
    }

    /** The place of a call that chooses rows by the extreme that another one asks for, so that it knows it; -1 if there is none. */
    int placeOfChoiceBy(AggregateCall extreme) {
        AggregateFunction choosing =
                switch (extreme.function()) {
                    case MAX -> AggregateFunction.ARG_MAX;
                    case MIN -> AggregateFunction.ARG_MIN;
                    default -> null;
                };
        for (int place = 0; place < calls.size(); place++) {
            AggregateCall aggregate = calls.get(place);
            if (aggregate.function() == choosing
                    && aggregate.arguments().get(1).equals(extreme.arguments().get(0))
                    && Objects.equals(aggregate.filter(), extreme.filter())) {
                return place;
            }
        }
        return -1;
    }
}
