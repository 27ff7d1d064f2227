package dev.aimonflink.query.compute.scan;

import dev.aimonflink.query.compute.aggregate.Aggregate;
import dev.aimonflink.query.compute.aggregate.AggregateFunctions;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Expressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a scan computes of the rows of one table. Fields are columns of the table; parameters and values of other queries have become
 * constants.
 *
 * @param filter null for all rows
 * @param keys of the groups; none if all rows are one group
 */
public record VectorQuery(Bound filter, List<Bound> keys, List<Aggregate> aggregates) {
    /** Calls with the same input share its computation. The row scan reports failures, because it knows the positions. */
    public static VectorQuery of(Bound filter, List<Bound> keys, List<AggregateCall> calls) {
        return new VectorQuery(
                filter,
                keys,
                calls.stream()
                        .map(Expressions::withoutPositions)
                        .map(AggregateFunctions::of)
                        .toList());
    }

    List<Bound> bounds() {
        List<Bound> bounds = new ArrayList<>(keys);
        for (Aggregate aggregate : aggregates) {
            bounds.addAll(aggregate.call().arguments());
            aggregate.call().order().forEach(term -> bounds.add(term.value()));
            bounds.add(aggregate.call().filter());
        }
        bounds.add(filter);
        bounds.removeIf(Objects::isNull);
        return bounds;
    }

    /** The index of an aggregate that chooses rows by another one's extreme and thus knows it; -1 if there is none. */
    int placeOfChoiceBy(Aggregate extreme) {
        for (int place = 0; place < aggregates.size(); place++) {
            if (aggregates.get(place).hasExtremeOf(extreme.call())) {
                return place;
            }
        }
        return -1;
    }
}
