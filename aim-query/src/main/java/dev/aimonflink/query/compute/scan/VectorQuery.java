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
 * What a scan computes of the rows of one table. Fields of its expressions are columns of the table; parameters and values of other
 * queries have been replaced by constants.
 *
 * @param filter null for all rows
 * @param keys of the groups; none if all rows are one group
 */
public record VectorQuery(Bound filter, List<Bound> keys, List<Aggregate> aggregates) {
    /** Calls that take the same share what they compute. What fails is reported by rows, which know the positions. */
    public static VectorQuery of(Bound filter, List<Bound> keys, List<AggregateCall> calls) {
        return new VectorQuery(
                filter,
                keys,
                calls.stream()
                        .map(Expressions::withoutPositions)
                        .map(AggregateFunctions::of)
                        .toList());
    }

    /** All its expressions. */
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

    /** The place of an aggregate that chooses rows by the extreme that another one asks for, so that it knows it; -1 if there is none. */
    int placeOfChoiceBy(Aggregate extreme) {
        for (int place = 0; place < aggregates.size(); place++) {
            if (aggregates.get(place).hasExtremeOf(extreme.call())) {
                return place;
            }
        }
        return -1;
    }
}
