package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.Value;
import java.util.Arrays;

/**
 * The different arguments of each group, and how often each occurs. Small non-negative arguments, as codes and most counts are, have a
 * direct place; the others are in a table:
 *
 * <pre>
 * small:   group 0: 0 1 2 ... span - 1 | group 1: 0 1 2 ... span - 1 | ...
 * others:  (group, argument) -> its number -> how often
 * </pre>
 */
final class ValueTable extends VectorStates {
    /** Half a MiB, which fits a second-level cache beside the columns of a vector. */
    static final int MAX_PLACES = 1 << 17;

    static final int MAX_SPAN_BITS = 16;
    static final int MIN_SPAN_BITS = 6;

    private final int maxValues;
    private final Decoder decoder;

    /** Count of an argument by place; a partition has fewer rows than an int holds. */
    private int[] small = {};

    /** Arguments of so many bits have places: fewer bits with more groups, 0 until there are any. */
    private int spanBits;

    private final KeyTable others;
    private long[] timesOfOthers = new long[1];

    /** Wide arguments of the present vector as ints; those that are not small are negative. */
    private final int[] narrow = new int[Program.MAX_ROWS];

    /** Rows of the present vector whose arguments have no place. */
    private final int[] rest = new int[Program.MAX_ROWS];

    private long[] counts = new long[1];
    private int values;

    /** @param maxValues over all groups */
    ValueTable(int maxValues, Decoder decoder) {
        this.maxValues = maxValues;
        this.decoder = decoder;
        others = new KeyTable(2, maxValues, TooManyGroupsException::ofValues);
    }

    @Override
    public void reserve(int groups) {
        counts = grown(counts, groups, 0);
        if (spanBits == 0) {
            spanBits = MAX_SPAN_BITS;
            while (spanBits > MIN_SPAN_BITS && (long) groups << spanBits > MAX_PLACES) {
                spanBits--;
            }
        }
        final int places = Math.min(groups, MAX_PLACES >> spanBits) << spanBits;
        if (places > small.length) {
            small = Arrays.copyOf(small, Math.max(places, Math.min(2 * small.length, MAX_PLACES)));
        }
    }

    @Override
    public void take(Input input, GroupIds ids) {
        final Value argument = input.values();
        if (argument == null) {
            return;
        }
        final VectorCells cells = argument.cells();
        final int[] positions = input.selection().positions();
        final int count = input.selection().count();
        final int[] ints = argument.isWide() ? narrow : cells.ints;
        final int at = argument.isWide() ? 0 : cells.at;
        if (argument.isWide()) {
            narrow(cells.longs, cells.at, narrow, input.selection().rows());
        }
        final int left = ids.ids == null
                ? takeSmall(ints, at, positions, count)
                : takeSmall(ints, at, ids.ids, ids.at, positions, count);
        if (left > 0) {
            takeOthers(argument, ids, left);
        }
    }

    private static void narrow(long[] values, int at, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            final long value = values[at + i];
            into[i] = value >>> MAX_SPAN_BITS == 0 ? (int) value : -1;
        }
    }

    private int takeSmall(int[] cells, int at, int[] positions, int count) {
        final int[] times = small;
        final int span = 1 << spanBits;
        int left = 0;
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int value = cells[at + row];
            if (Integer.compareUnsigned(value, span) >= 0) {
                rest[left++] = row;
            } else if (times[value]++ == 0) {
                add(0);
            }
        }
        return left;
    }

    private int takeSmall(int[] cells, int at, int[] groups, int atGroups, int[] positions, int count) {
        final int[] times = small;
        final int bits = spanBits;
        final int span = 1 << bits;
        final int groupsWithPlaces = times.length >> bits;
        int left = 0;
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int value = cells[at + row];
            final int group = groups[atGroups + row];
            if (Integer.compareUnsigned(value, span) >= 0 || group >= groupsWithPlaces) {
                rest[left++] = row;
            } else if (times[(group << bits) + value]++ == 0) {
                add(group);
            }
        }
        return left;
    }

    private void takeOthers(Value argument, GroupIds ids, int left) {
        final VectorCells cells = argument.cells();
        others.reserve(left);
        timesOfOthers = grown(timesOfOthers, Math.min(others.size() + left, maxValues), 0);
        for (int k = 0; k < left; k++) {
            final int row = rest[k];
            final int group = ids.ids == null ? 0 : ids.ids[ids.at + row];
            final long value = argument.isWide() ? cells.longs[cells.at + row] : cells.ints[cells.at + row];
            final int number = others.numberOf(group, value);
            if (timesOfOthers[number]++ == 0) {
                add(group);
            }
        }
    }

    private void add(int group) {
        if (values == maxValues) {
            throw TooManyGroupsException.ofValues(maxValues);
        }
        values++;
        counts[group]++;
    }

    @Override
    public int values() {
        return values;
    }

    @Override
    public void forget() {
        Arrays.fill(counts, 0);
        Arrays.fill(small, 0);
        Arrays.fill(timesOfOthers, 0);
        others.clear();
        values = 0;
    }

    @Override
    public long count(int group) {
        return counts[group];
    }

    @Override
    public void values(ValueReceiver receiver) {
        for (int place = 0; place < small.length; place++) {
            if (small[place] > 0) {
                receiver.add(place >> spanBits, decoder.apply(place & ((1 << spanBits) - 1)), small[place]);
            }
        }
        for (int number = 0; number < others.size(); number++) {
            receiver.add((int) others.part(number, 0), decoder.apply(others.part(number, 1)), timesOfOthers[number]);
        }
    }
}
