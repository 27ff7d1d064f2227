package dev.aimonflink.core.vector;

import dev.aimonflink.core.partial.KeyOrder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.canonical.NeverFails;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Removes rows that are behind others in the order of some keys: behind a row that is given, and behind as many rows of the same vector as
 * are wanted. It compares the first keys, as far as they are numbers. Rows that are equal in these stay.
 */
final class OrderedKeys {
    /** A vector with a few more rows than are wanted is not worth sorting. */
    private static final int ROWS_PER_WANTED = 4;

    /** A key that is the same in all rows has none of these. */
    private record Key(int place, KeyOrder order, Value value, int[] nulls) {
        long rank(int row) {
            final Cells cells = value.cells();
            return ranked(value.isWide() ? cells.longs[cells.at + row] : cells.ints[cells.at + row]);
        }

        /** Ranks are in the order of the key. */
        long ranked(long number) {
            return order.isDescending() ? ~number : number;
        }

        boolean isNull(int row) {
            return nulls != null && nulls[row] != 0;
        }
    }

    private final Program program;
    private final List<Key> keys = new ArrayList<>();
    private long[] ranks;

    /** The row that no other may be behind; null if there is none. */
    private Object[] last;

    /** Its ranks; all keys from the first one on that has none of the same scale are not compared. */
    private final long[] lastRanks;

    private int compared;

    /** @throws NoVectorsException if the first key has no vectors, or one that has none may fail */
    OrderedKeys(List<Bound> bounds, List<KeyOrder> orders, Program program) {
        this.program = program;
        Values values = new Conditions(program).values();
        boolean isPrefix = true;
        for (int place = 0; place < bounds.size(); place++) {
            final Bound bound = bounds.get(place);
            final Program.Mark begin = program.mark();
            try {
                final Value value = values.compile(bound);
                if (isPrefix && value != null && !value.isConstant()) {
                    keys.add(new Key(place, orders.get(place), value, values.nulls(value)));
                } else {
                    program.undo(begin);
                }
            } catch (NoVectorsException perRow) {
                program.undo(begin);
                if (!NeverFails.is(bound)) {
                    throw perRow;
                }
                isPrefix = false;
            }
        }
        if (keys.isEmpty()) {
            throw new NoVectorsException("the first key has no vectors");
        }
        lastRanks = new long[keys.size()];
    }

    /** Makes a row the last one that counts, by all its keys. */
    void keepUpTo(Object[] row) {
        if (row == last) {
            return;
        }
        last = row;
        compared = 0;
        while (compared < keys.size() && hasRank(keys.get(compared), compared)) {
            compared++;
        }
    }

    private boolean hasRank(Key key, int index) {
        final Object value = last[key.place()];
        if (value == null) {
            return true;
        }
        try {
            lastRanks[index] = key.ranked(Numbers64.units(value, key.value().scale()));
            return true;
        } catch (ArithmeticException otherScale) {
            return false;
        }
    }

    /** Computes the keys of a vector. */
    void run(int from, int rows) {
        program.run(from, rows);
    }

    /** Removes rows from a mask that are behind in the first key alone, if that has 32 bits and no null comes first. */
    void narrow(int[] mask, int rows) {
        final Key first = keys.get(0);
        final boolean mayComeFirst = first.nulls() != null && first.order().nullsFirst();
        if (compared == 0 || last[first.place()] == null || first.value().isWide() || mayComeFirst) {
            return;
        }
        final long number = first.ranked(lastRanks[0]);
        final int bound = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
        final Cells cells = first.value().cells();
        program.primitives()
                .andBetween(
                        cells.ints,
                        cells.at,
                        first.order().isDescending() ? bound : Integer.MIN_VALUE,
                        first.order().isDescending() ? Integer.MAX_VALUE : bound,
                        mask,
                        rows);
    }

    /** Removes rows that are behind. Returns how many are left. */
    int narrowToLast(int[] positions, int count) {
        int left = 0;
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            if (!isBehind(row)) {
                positions[left++] = row;
            }
        }
        return left;
    }

    private boolean isBehind(int row) {
        for (int index = 0; index < compared; index++) {
            final Key key = keys.get(index);
            final boolean isNull = key.isNull(row);
            final boolean isLastNull = last[key.place()] == null;
            if (isNull || isLastNull) {
                if (isNull != isLastNull) {
                    return isNull != key.order().nullsFirst();
                }
            } else {
                final long rank = key.rank(row);
                if (rank != lastRanks[index]) {
                    return rank > lastRanks[index];
                }
            }
        }
        return false;
    }

    /** Whether so many rows are many more than are wanted. */
    static boolean areWorthNarrowing(int count, int wanted) {
        return count > (long) ROWS_PER_WANTED * wanted;
    }

    /** Removes the rows that are behind as many others of the vector as are wanted, which are fewer. Returns how many are left. */
    int narrowToFirst(int[] positions, int count, int wanted) {
        final Key first = keys.get(0);
        ranks = ranks == null ? new long[Program.MAX_ROWS] : ranks;
        for (int k = 0; k < count; k++) {
            ranks[k] = rankOrEnd(first, positions[k]);
        }
        Arrays.sort(ranks, 0, count);
        final long bound = ranks[wanted - 1];
        int left = 0;
        for (int k = 0; k < count; k++) {
            if (rankOrEnd(first, positions[k]) <= bound) {
                positions[left++] = positions[k];
            }
        }
        return left;
    }

    private static long rankOrEnd(Key key, int row) {
        if (key.isNull(row)) {
            return key.order().nullsFirst() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return key.rank(row);
    }
}
