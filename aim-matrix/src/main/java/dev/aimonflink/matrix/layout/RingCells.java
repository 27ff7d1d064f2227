package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.EventValues;
import java.util.Arrays;

/**
 * Counts the last events of one window in a record, whose values are in {@linkplain RingPlaces a ring}.
 *
 * <p>When an event replaces the oldest one, sums subtract the old value. An extreme is searched in the ring only if it was the old value. A
 * column added by a later model has counted fewer events, and subtracts nothing until it has counted as many as the window has. Once all
 * columns of a filter have, its position says so, and {@code taken} is no longer read.
 *
 * <p>Sums of doubles subtract too, and are compensated. They are recomputed from the ring once each round and while infinite, so that
 * neither an inexact digit nor an infinity outlives its events.
 */
public final class RingCells extends RingPlaces {
    /** The version of the layout in stored records. Increase it with each change, so that older records are refused, not misread. */
    static final int VERSION = 1;

    /** In a position: all columns of the filter have counted as many events as there are places. */
    private static final int FULL = 1 << 31;

    private final RunSteps run;

    /** @param intStart where the first filter begins in the ints, likewise {@code longStart} */
    RingCells(CellLayout layout, RunSteps run, int window, int places, int filters, int intStart, int longStart) {
        super(layout, window, places, filters, intStart, longStart);
        this.run = run;
    }

    /** Counts an event among the last ones of a filter; call after the present values have counted it. */
    public void add(int[] ints, long[] longs, EventValues event, int filter) {
        final int position = ints[position(filter)] & ~FULL;
        final boolean isFull = ints[position(filter)] < 0;
        for (int cell : eventCells) {
            giveBack(cell, isFull, ints, longs, filter, position, false, 0);
        }
        for (int i = 0; i < fields.length; i++) {
            final boolean wasNull = isNull(ints, filter, i, position);
            final long old = values[i] == NONE ? 0 : longs[valueAt(filter, i, position)];
            put(ints, longs, event, filter, i, position);
            for (int cell : cellsOfField[i]) {
                giveBack(cell, isFull, ints, longs, filter, position, wasNull, old);
            }
        }
        final int next = position + 1 == places ? 0 : position + 1;
        ints[position(filter)] = isFull ? next | FULL : next;
        if (!isFull && next == 0) {
            noteFull(ints, filter);
        }
    }

    /** Notes in a filter's position whether all its columns have counted as many events as there are places. */
    private void noteFull(int[] ints, int filter) {
        boolean isFull = true;
        for (int at = taken(filter, 0, 0); at < taken(filter, cells.length, 0); at++) {
            isFull &= ints[at] == places;
        }
        ints[position(filter)] = (ints[position(filter)] & ~FULL) | (isFull ? FULL : 0);
    }

    /** Notes the same for all filters, after a conversion. */
    void noteFull(int[] ints) {
        for (int filter = 0; filter < filters; filter++) {
            noteFull(ints, filter);
        }
    }

    /** Reads what an event changes. */
    public long touch(int[] ints, long[] longs, int filter) {
        long touched = CacheLines.read(ints, taken(filter, 0, 0), taken(filter + 1, 0, 0));
        if (valued > 0) {
            touched += longs[longStart + (filter * places + (ints[position(filter)] & ~FULL)) * valued];
        }
        return touched;
    }

    private void put(int[] ints, long[] longs, EventValues event, int filter, int index, int place) {
        final int field = fields[index];
        final boolean isNull = isOptional[index] && event.isNull(field);
        final int word = nullsAt(filter, index) + place / Integer.SIZE;
        ints[word] = isNull ? ints[word] | 1 << place : ints[word] & ~(1 << place);
        if (values[index] != NONE) {
            longs[valueAt(filter, index, place)] = isNull ? 0 : event.bits(field);
        }
    }

    private void giveBack(
            int cell, boolean isFull, int[] ints, long[] longs, int filter, int position, boolean wasNull, long old) {
        for (int copy = 0; copy < layout.copies(); copy++) {
            if (!isFull) {
                final int taken = taken(filter, cell, copy);
                if (ints[taken] < places) {
                    ints[taken]++;
                    continue;
                }
            }
            final int start = cells[cell].start() + copy;
            if (cells[cell].kind().isInt()) {
                if (!wasNull) {
                    giveBackInt(cell, ints, longs, filter, layout.intRun(filter, window) + start, (int) old);
                }
            } else {
                final int at = layout.longRun(filter, window) + start;
                if (!wasNull) {
                    giveBackLong(cell, ints, longs, filter, at, old);
                }
                if (isSumOfDoubles(cell)
                        && (position + 1 == places || !Double.isFinite(Double.longBitsToDouble(longs[at])))) {
                    sumAgain(cell, ints, longs, filter, at);
                }
            }
        }
    }

    private boolean isSumOfDoubles(int cell) {
        return cells[cell].kind() == CellKind.DOUBLE_SUM || cells[cell].kind() == CellKind.DOUBLE_SQUARES;
    }

    private void giveBackInt(int cell, int[] ints, long[] longs, int filter, int at, int old) {
        switch (cells[cell].kind()) {
            case COUNT -> ints[at]--;
            case INT_SUM -> ints[at] -= old;
            default -> {
                if (ints[at] == old) {
                    ints[at] = (int) extreme(cell, ints, longs, filter);
                }
            }
        }
    }

    private void giveBackLong(int cell, int[] ints, long[] longs, int filter, int at, long old) {
        switch (cells[cell].kind()) {
            case LONG_SUM -> longs[at] -= old;
            case LONG_SQUARES -> longs[at] -= old * old;
            case DOUBLE_SUM, DOUBLE_SQUARES -> addDouble(cell, longs, at, old, -1);
            default -> {
                if (longs[at] == ordered(cell, old)) {
                    longs[at] = extreme(cell, ints, longs, filter);
                }
            }
        }
    }

    private void addDouble(int cell, long[] longs, int at, long bits, int sign) {
        final double value = Double.longBitsToDouble(bits);
        if (cells[cell].kind() == CellKind.DOUBLE_SUM) {
            CellUpdates.addToDouble(longs, at, layout.copies(), sign * value);
        } else {
            CellUpdates.addSquareToDouble(longs, at, layout.copies(), value, sign);
        }
    }

    private long ordered(int cell, long bits) {
        return cells[cell].kind().isDouble() ? OrderedDoubles.ordered(bits) : bits;
    }

    /** The least or greatest value of the ring, all of whose places are taken. */
    private long extreme(int cell, int[] ints, long[] longs, int filter) {
        final CellKind kind = cells[cell].kind();
        final boolean isMin = kind == CellKind.INT_MIN || kind == CellKind.LONG_MIN || kind == CellKind.DOUBLE_MIN;
        final int index = indexOf(cells[cell].field());
        final int first = valueAt(filter, index, 0);
        long extreme = kind.empty();
        for (int place = 0; place < places; place++) {
            if (!isNull(ints, filter, index, place)) {
                final long value = ordered(cell, longs[first + place * valued]);
                extreme = isMin ? Math.min(extreme, value) : Math.max(extreme, value);
            }
        }
        return extreme;
    }

    private void sumAgain(int cell, int[] ints, long[] longs, int filter, int at) {
        final int index = indexOf(cells[cell].field());
        final int first = valueAt(filter, index, 0);
        longs[at] = 0;
        longs[at + layout.copies()] = 0;
        for (int place = 0; place < places; place++) {
            if (!isNull(ints, filter, index, place)) {
                addDouble(cell, longs, at, longs[first + place * valued], 1);
            }
        }
    }

    void clear(int[] ints, long[] longs) {
        for (int filter = 0; filter < filters; filter++) {
            run.clear(ints, longs, layout.intRun(filter, window), layout.longRun(filter, window));
        }
        Arrays.fill(ints, intStart, intStart + filters * ints(), 0);
        Arrays.fill(longs, longStart, longStart + filters * longs(), 0);
    }
}
