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
 * What each partition computes of its own rows: groups of the rows for which all conditions hold, with aggregates. If it gives rows, equal
 * ones are a group with a count.
 *
 * @param columns what is read of a row; a {@link Bound.Field} refers to one by index
 * @param orders of the keys; groups with the lowest keys may be kept alone
 * @param hidden how many leading keys only sort rows and are not shown
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
        GROUPS,
        /** The rows of the matrix; any of them if a limit keeps some. */
        ROWS,
        FIRST_ROWS
    }

    /** Keeps only rows in which a value is the greatest or least of the partition. */
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

    /** The index of each group's row count, behind the states of the aggregates. */
    public int rowCounts() {
        return aggregates.size();
    }

    /** About how many bytes a group takes, without the different values that its functions keep. */
    public long bytesOfGroup() {
        return ValueBytes.of(this).stream().mapToLong(Long::longValue).sum();
    }

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
