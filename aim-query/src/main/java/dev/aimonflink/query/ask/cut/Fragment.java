package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.compute.aggregate.Aggregate;
import dev.aimonflink.query.compute.aggregate.AggregateFunctions;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.KeyOrder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What each partition computes of its own rows: groups of those for which all conditions are true, with the values of some
 * aggregates. A fragment that gives rows groups equal ones and counts them.
 *
 * @param columns what is read of a row; a {@link Bound.Field} of an expression is one of these, by its index
 * @param keys of the groups
 * @param orders of the keys, in which groups with the lowest ones may be kept alone
 * @param hidden how many keys in front only sort rows, and are none of their values
 * @param kind what the rows of the fragment are
 * @param extreme null if all rows count
 */
public record Fragment(
        List<MatrixColumn> columns,
        List<Bound> conditions,
        List<Bound> keys,
        List<KeyOrder> orders,
        int hidden,
        List<AggregateCall> aggregates,
        Kind kind,
        GroupLimit limit,
        Extreme extreme) {
    public enum Kind {
        /** One row, also over no rows of the matrix. */
        ALL,
        /** One for each group. */
        GROUPS,
        /** The rows of the matrix themselves, any of them if there is a limit that keeps some. */
        ROWS,
        /** The first ones in the order of the keys. */
        FIRST_ROWS
    }

    /** Keeps rows alone in which a value is the greatest or least of the partition. */
    public record Extreme(Bound value, boolean isGreatest) {}

    public boolean givesRows() {
        return kind == Kind.ROWS || kind == Kind.FIRST_ROWS;
    }

    /** Whether it gives every row for which its conditions are true. */
    boolean givesAllRows() {
        return kind == Kind.ROWS && !limit.keepsLowest() && extreme == null;
    }

    public List<Aggregate> states() {
        return aggregates.stream().map(AggregateFunctions::of).toList();
    }

    /** The place of the counts of rows that each group has taken, behind the states of the aggregates. */
    public int rowCounts() {
        return aggregates.size();
    }

    /** About how many bytes a group takes, without the different values of its functions. */
    public long bytesOfGroup() {
        return ValueBytes.of(this).stream().mapToLong(Long::longValue).sum();
    }

    /** The columns of the rows that the merger has of the fragment. */
    List<Output> outputs() {
        List<Output> outputs = new ArrayList<>();
        IntStream.range(hidden, keys.size())
                .forEach(key -> outputs.add(new Output("", keys.get(key).type())));
        if (!givesRows()) {
            aggregates.forEach(aggregate -> outputs.add(new Output("", aggregate.type())));
        }
        return outputs;
    }
}
