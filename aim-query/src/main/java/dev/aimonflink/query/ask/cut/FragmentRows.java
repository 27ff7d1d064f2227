package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.compute.aggregate.Aggregate;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.Encoded;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.sql.evaluate.Row;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The rows of a fragment, from its merged partial. */
final class FragmentRows implements Iterable<Row> {
    private final Fragment fragment;
    private final List<Aggregate> aggregates;

    private final int columns;
    private final Partial merged;

    FragmentRows(Fragment fragment, Partial merged, AnswerLimits limits) {
        this.fragment = fragment;
        aggregates = fragment.states();
        this.merged = merged;
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
        // Groups come in the order in which rows are wanted, and one of equal rows may hold nearly all rows of the
        // matrix.
        final long wanted = fragment.limit().keepsLowest() ? fragment.limit().groups() : Long.MAX_VALUE;
        return groups.flatMap(group ->
                        LongStream.range(0, Math.min(times(group), wanted)).mapToObj(same -> row(group)))
                .limit(wanted)
                .iterator();
    }

    private long times(int group) {
        return merged.states(fragment.rowCounts(), Counts.class).count(group);
    }

    private Row row(int group) {
        Object[] values = new Object[columns];
        int column = 0;
        for (int key = fragment.hidden(); key < fragment.keys().size(); key++) {
            values[column++] = Encoded.decoded(
                    merged.keys().value(group, key), fragment.keys().get(key).type());
        }
        for (int i = 0; i < aggregates.size(); i++) {
            values[column++] = aggregates.get(i).value(merged.states(i, States.class), group);
        }
        return Row.of(values);
    }
}
