package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.stream.Stream;

/**
 * One value of the rows of a group.
 *
 * @param isDistinct whether it takes equal values once
 * @param order of {@code WITHIN GROUP}; empty if there is none
 * @param filter which rows it takes; null for all
 * @param position the index in the text at which an error is reported
 */
public record AggregateCall(
        AggregateFunction function,
        List<Bound> arguments,
        boolean isDistinct,
        List<SortTerm> order,
        Bound filter,
        SqlType type,
        int position) {
    /** All that it reads. */
    public Stream<Bound> expressions() {
        return Stream.of(arguments.stream(), order.stream().map(SortTerm::value), Stream.ofNullable(filter))
                .flatMap(each -> each);
    }
}
