package dev.aimonflink.core.sql;

import dev.aimonflink.core.partial.Counts;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.RowKeys;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.sql.rows.Row;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The rows of a fragment, from its merged partial. */
final class FragmentRows implements Iterable<Row> {
    private final Fragment fragment;
    private final List<AggregateState> aggregates;
    private final Partial merged;

    FragmentRows(Fragment fragment, Partial merged, AnswerLimits limits) {
        this.fragment = fragment;
        aggregates = fragment.states();
        this.merged = merged;
        if (fragment.givesRows() && !fragment.limit().keepsLowest()) {
            requireFewRows(limits);
        }
    }

    private void requireFewRows(AnswerLimits limits) {
        long rows = IntStream.range(0, merged.rows()).mapToLong(this::times).sum();
        if (rows > limits.movedRows()) {
            throw SqlFailures.tooManyRows(limits);
        }
    }

    @Override
    public Iterator<Row> iterator() {
        Stream<Integer> groups = IntStream.range(0, merged.rows()).boxed();
        return fragment.givesRows()
                ? groups.flatMap(group -> LongStream.range(0, times(group)).mapToObj(same -> row(group)))
                        .iterator()
                : groups.map(this::row).iterator();
    }

    /** How many rows of the matrix a group has. The count of rows is behind all other states. */
    private long times(int group) {
        int states = 0;
        for (AggregateState aggregate : aggregates) {
            List<States> own = aggregate.newStates(1);
            states += own.size();
        }
        return merged.states(states, Counts.class).count(group);
    }

    private Row row(int group) {
        Object[] values = new Object[fragment.outputs().size()];
        int column = 0;
        for (int key = fragment.hidden(); key < fragment.keys().size(); key++) {
            values[column++] = Encoded.decoded(
                    merged.keys(0, RowKeys.class).value(group, key),
                    fragment.keys().get(key).type());
        }
        int at = 0;
        for (AggregateState aggregate : aggregates) {
            values[column++] = aggregate.value(merged, at, group);
            at += aggregate.newStates(1).size();
        }
        return Row.of(values);
    }
}
