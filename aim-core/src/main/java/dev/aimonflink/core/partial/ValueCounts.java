package dev.aimonflink.core.partial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often each different value occurs, in the order of the values: for functions that take equal values once, and for
 * percentiles. See {@link RowKeys} for what a value is.
 */
public final class ValueCounts extends States {
    /** The most different values of all rows together. */
    public static final int MAX_VALUES = 1_000_000;

    private final int most;
    private final List<TreeMap<Object, Count>> counts = new ArrayList<>();
    private int values;

    /** A value as it is shown, and how often it occurs. */
    private record Count(Object shown, long times) {
        Count plus(Count other) {
            return new Count(Values.shown(shown, other.shown), times + other.times);
        }
    }

    /** @param most how many different values all rows may have; one more is an error */
    public ValueCounts(int most) {
        super(StateKind.VALUE_COUNTS);
        PartialRows.require("most", most, 1, MAX_VALUES);
        this.most = most;
    }

    /** How many different values all rows have. */
    public int values() {
        return values;
    }

    /** Appends a row without values. */
    public ValueCounts addRow() {
        counts.add(new TreeMap<>(Values::compare));
        return this;
    }

    /**
     * Takes a value into a row.
     *
     * @throws TooManyGroupsException if that is one value too many
     */
    public ValueCounts addTo(int row, Object value) {
        return addTo(row, value, 1);
    }

    /** Takes a value that occurs some times. */
    public ValueCounts addTo(int row, Object value, long times) {
        add(row, new Count(value, times));
        return this;
    }

    private void add(int row, Count count) {
        Map<Object, Count> ofRow = counts.get(row);
        int before = ofRow.size();
        ofRow.merge(count.shown, count, Count::plus);
        values += ofRow.size() - before;
        if (values > most) {
            throw TooManyGroupsException.ofValues(most);
        }
    }

    /** The different values of a row, in their order. */
    public List<Object> values(int row) {
        return counts.get(row).values().stream().map(Count::shown).toList();
    }

    /** How often each of the {@link #values} occurs. */
    public long[] times(int row) {
        return counts.get(row).values().stream().mapToLong(Count::times).toArray();
    }

    @Override
    public int rows() {
        return counts.size();
    }

    @Override
    States empty() {
        return new ValueCounts(most);
    }

    @Override
    boolean isLike(States other) {
        return other instanceof ValueCounts that && most == that.most;
    }

    @Override
    void append(States from, int row) {
        addRow();
        mergeIntoLast(from, row);
    }

    @Override
    void mergeIntoLast(States from, int row) {
        ((ValueCounts) from).counts.get(row).values().forEach(count -> add(rows() - 1, count));
    }

    @Override
    void writeForm(PartialWriter out) {
        out.number(most);
    }

    @Override
    void write(int row, PartialWriter out) {
        Map<Object, Count> written = counts.get(row);
        out.number(written.size());
        written.values().forEach(count -> {
            Values.write(count.shown, out);
            out.number(count.times);
        });
    }

    @Override
    void read(PartialReader in) throws IOException {
        addRow();
        for (long left = in.number("values", 0, most - values); left > 0; left--) {
            add(rows() - 1, new Count(Values.read(in), in.number("times", 1, Long.MAX_VALUE)));
        }
    }
}
