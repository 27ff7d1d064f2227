package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.stream.Stream;

/**
 * One value of the rows of a group.
 *
 * @param isDistinct whether equal values count once
 * @param order of {@code WITHIN GROUP}, or empty
 * @param filter null for all rows
 */
public record AggregateCall(
        AggregateFunction function,
        List<Bound> arguments,
        boolean isDistinct,
        List<SortTerm> order,
        Bound filter,
        SqlType type,
        int position) {
    public Stream<Bound> expressions() {
        return Stream.of(arguments.stream(), order.stream().map(SortTerm::value), Stream.ofNullable(filter))
                .flatMap(each -> each);
    }
}
