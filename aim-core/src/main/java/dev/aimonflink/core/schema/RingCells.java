package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.ModelColumn;
import java.util.Arrays;
import java.util.List;

/**
 * The values of the last events of one window in a record, behind all present values:
 *
 * <pre>
 * ints:   [all | online | ...]
 *           [position | taken | nulls]
 *                       [count | sum | ...]       taken: how many of the last events a column has counted
 *                         [copy 0 | copy 1 | ...]
 *                               [amount | ...]    nulls: a bit for each place
 * longs:  [all | online | ...]
 *           [place 0 | place 1 | ...]             a ring, in which the position is the next to be taken
 *             [amount | items | ...]              values
 * </pre>
 *
 * When an event takes the place of the oldest one, sums give the old value back. A minimum or maximum is looked for in the ring
 * only if it was the old value. A column that a later model added has counted fewer events than the others, and gives nothing
 * back until it has counted as many as the window has.
 *
 * <p>Sums of doubles give back too, and are compensated. They are computed from the ring again in each round of it and while they are
 * infinite, so that neither an inexact digit nor an infinity outlives its events.
 */
final class RingCells {
    private static final int NONE = -1;

    private final CellLayout layout;
    private final RunSteps run;
    private final CellLayout.Cells[] cells;
    private final int window;
    private final int places;
    private final int filters;
    private final int words;
    private final int intStart;
    private final int longStart;

    /** The fields that are aggregated: indexes in the event. */
    private final int[] fields;

    /** By field of the ring, the index of its values; {@link #NONE} if it is only counted. */
    private final int[] values;

    private final int valued;

    /** By cell of the layout, its field of the ring; {@link #NONE} for the number of events. */
    private final int[] fieldOfCell;

    /** @param intStart where the first filter begins in the ints, likewise {@code longStart} */
    RingCells(CellLayout layout, RunSteps run, int window, int places, int filters, int intStart, int longStart) {
        this.layout = layout;
        this.run = run;
        this.window = window;
        this.places = places;
        this.filters = filters;
        this.words = (places + Integer.SIZE - 1) / Integer.SIZE;
        this.intStart = intStart;
        this.longStart = longStart;
        List<CellLayout.Cells> ofLayout = layout.cells();
        cells = ofLayout.toArray(CellLayout.Cells[]::new);
        fields = ofLayout.stream()
                .mapToInt(CellLayout.Cells::field)
                .filter(field -> field != ModelColumn.NO_FIELD)
                .distinct()
                .toArray();
        values = new int[fields.length];
        int next = 0;
        for (int i = 0; i < fields.length; i++) {
            final int field = fields[i];
            boolean isCountedOnly =
                    ofLayout.stream().allMatch(each -> each.field() != field || each.kind() == CellKind.COUNT);
            values[i] = isCountedOnly ? NONE : next++;
        }
        valued = next;
        fieldOfCell = ofLayout.stream().mapToInt(each -> indexOf(each.field())).toArray();
    }

    /** The index of an event's field in the ring, or {@link #NONE}. */
    private int indexOf(int field) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == field) {
                return i;
            }
        }
        return NONE;
    }

    int window() {
        return window;
    }

    int places() {
        return places;
    }

    // ---- places

    /** How many ints a filter has here. */
    int ints() {
        return 1 + cells.length * layout.copies() + fields.length * words;
    }

    /** How many longs it has. */
    int longs() {
        return valued * places;
    }

    int words() {
        return words;
    }

    int position(int filter) {
        return intStart + filter * ints();
    }

    /** How many of the last events a column has counted. */
    int taken(int filter, int cell, int copy) {
        return position(filter) + 1 + cell * layout.copies() + copy;
    }

    /** The first int with bits of places that lack a field. */
    int nulls(int filter, int field) {
        return position(filter) + 1 + cells.length * layout.copies() + indexOf(field) * words;
    }

    boolean hasValues(int field) {
        return values[indexOf(field)] != NONE;
    }

    /** The value of a field that has some, of the event in a place. */
    int value(int filter, int field, int place) {
        return longStart + filter * longs() + place * valued + values[indexOf(field)];
    }

    // ---- events

    /** Counts an event among the last ones of a filter, after the present values have counted it. */
    void add(int[] ints, long[] longs, EventValues event, int filter) {
        final int position = ints[position(filter)];
        for (int cell = 0; cell < cells.length; cell++) {
            if (fieldOfCell[cell] == NONE) {
                giveBack(cell, ints, longs, filter, position, false, 0);
            }
        }
        for (int i = 0; i < fields.length; i++) {
            final int field = fields[i];
            final boolean wasNull = isNull(ints, filter, i, position);
            final long old = values[i] == NONE ? 0 : longs[value(filter, field, position)];
            put(ints, longs, event, filter, i, position);
            for (int cell = 0; cell < cells.length; cell++) {
                if (fieldOfCell[cell] == i) {
                    giveBack(cell, ints, longs, filter, position, wasNull, old);
                }
            }
        }
        ints[position(filter)] = position + 1 == places ? 0 : position + 1;
    }

    /** Reads what an event changes. */
    long touch(int[] ints, long[] longs, int filter) {
        final int position = ints[position(filter)];
        long touched = CacheLines.read(ints, position(filter), position(filter) + ints());
        for (int i = 0; i < fields.length; i++) {
            touched += values[i] == NONE ? 0 : longs[value(filter, fields[i], position)];
        }
        return touched;
    }

    private boolean isNull(int[] ints, int filter, int index, int place) {
        return (ints[nulls(filter, fields[index]) + place / Integer.SIZE] >> place & 1) != 0;
    }

    private void put(int[] ints, long[] longs, EventValues event, int filter, int index, int place) {
        final int field = fields[index];
        final int word = nulls(filter, field) + place / Integer.SIZE;
        final boolean isNull = event.isNull(field);
        ints[word] = isNull ? ints[word] | 1 << place : ints[word] & ~(1 << place);
        if (values[index] != NONE) {
            longs[value(filter, field, place)] = isNull ? 0 : event.bits(field);
        }
    }

    private void giveBack(int cell, int[] ints, long[] longs, int filter, int position, boolean wasNull, long old) {
        for (int copy = 0; copy < layout.copies(); copy++) {
            final int taken = taken(filter, cell, copy);
            if (ints[taken] < places) {
                ints[taken]++;
                continue;
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
            case DOUBLE_SUM, DOUBLE_SQUARES -> Cells.addToDouble(longs, at, layout.copies(), -addend(cell, old));
            default -> {
                if (longs[at] == ordered(cell, old)) {
                    longs[at] = extreme(cell, ints, longs, filter);
                }
            }
        }
    }

    private double addend(int cell, long bits) {
        final double value = Double.longBitsToDouble(bits);
        return cells[cell].kind() == CellKind.DOUBLE_SUM ? value : value * value;
    }

    private long ordered(int cell, long bits) {
        return cells[cell].kind().isDouble() ? OrderedDoubles.ordered(bits) : bits;
    }

    /** The least or greatest value of the ring. All of its places are taken. */
    private long extreme(int cell, int[] ints, long[] longs, int filter) {
        final CellKind kind = cells[cell].kind();
        final boolean isMin = kind == CellKind.INT_MIN || kind == CellKind.LONG_MIN || kind == CellKind.DOUBLE_MIN;
        final int index = fieldOfCell[cell];
        final int first = value(filter, fields[index], 0);
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
        final int index = fieldOfCell[cell];
        final int first = value(filter, fields[index], 0);
        longs[at] = 0;
        longs[at + layout.copies()] = 0;
        for (int place = 0; place < places; place++) {
            if (!isNull(ints, filter, index, place)) {
                Cells.addToDouble(longs, at, layout.copies(), addend(cell, longs[first + place * valued]));
            }
        }
    }

    /** Empties the window. */
    void clear(int[] ints, long[] longs) {
        for (int filter = 0; filter < filters; filter++) {
            run.clear(ints, longs, layout.intRun(filter, window), layout.longRun(filter, window));
        }
        Arrays.fill(ints, position(0), position(filters), 0);
        Arrays.fill(longs, longStart, longStart + filters * longs(), 0);
    }
}
