package dev.aimonflink.core.cut;

import dev.aimonflink.core.aggregate.AggregateState;
import dev.aimonflink.core.aggregate.Encoded;
import dev.aimonflink.core.partial.Counts;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.RowKeys;
import dev.aimonflink.sql.evaluate.Row;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The rows of a fragment, from its merged partial. */
final class FragmentRows implements Iterable<Row> {
    private final Fragment fragment;
    private final List<AggregateState> aggregates;

    /** The place of the states of each call, and behind them that of the count of rows. */
    private final int[] places;

    private final int columns;
    private final Partial merged;

    FragmentRows(Fragment fragment, Partial merged, AnswerLimits limits) {
        this.fragment = fragment;
        aggregates = fragment.states();
        this.merged = merged;
        places = new int[aggregates.size() + 1];
        for (int i = 0; i < aggregates.size(); i++) {
            places[i + 1] = places[i] + aggregates.get(i).newStates(1).size();
        }
        columns = fragment.outputs().size();
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
        if (!fragment.givesRows()) {
            return groups.map(this::row).iterator();
        }
        // Groups are in the order in which rows are wanted. One of equal rows may have nearly all rows of the matrix.
        final long wanted = fragment.limit().keepsLowest() ? fragment.limit().groups() : Long.MAX_VALUE;
        return groups.flatMap(group ->
                        LongStream.range(0, Math.min(times(group), wanted)).mapToObj(same -> row(group)))
                .limit(wanted)
                .iterator();
    }

    /** How many rows of the matrix a group has. */
    private long times(int group) {
        return merged.states(places[aggregates.size()], Counts.class).count(group);
    }

    private Row row(int group) {
        Object[] values = new Object[columns];
        int column = 0;
        for (int key = fragment.hidden(); key < fragment.keys().size(); key++) {
            values[column++] = Encoded.decoded(
                    merged.keys(0, RowKeys.class).value(group, key),
                    fragment.keys().get(key).type());
        }
        for (int i = 0; i < places.length - 1; i++) {
            values[column++] = aggregates.get(i).value(merged, places[i], group);
        }
        return Row.of(values);
    }
}
