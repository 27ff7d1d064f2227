package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.ModelColumn;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The values of the last events of one window in a record, behind all present values:
 *
 * <pre>
 * ints:   [positions | all | online | ...]        positions: of each filter, the place that is taken next
 *           [taken | nulls]
 *              [count | sum | ...]                taken: how many of the last events a column has counted
 *                [copy 0 | copy 1 | ...]
 *                      [amount | ...]             nulls: a bit for each place
 * longs:  [all | online | ...]
 *           [place 0 | place 1 | ...]             a ring
 *             [amount | items | ...]              values
 * </pre>
 *
 * When an event takes the place of the oldest one, sums give the old value back. A minimum or maximum is looked for in the ring
 * only if it was the old value. A column that a later model added has counted fewer events than the others, and gives nothing
 * back until it has counted as many as the window has. When all columns of a filter have, its position says so, and {@code taken}
 * is no longer looked at.
 *
 * <p>Sums of doubles give back too, and are compensated. They are computed from the ring again in each round of it and while they are
 * infinite, so that neither an inexact digit nor an infinity outlives its events.
 */
final class RingCells {
    /** Of the layout in stored records. It grows with each change of it, so that older records are refused rather than read wrongly. */
    static final int VERSION = 1;

    private static final int NONE = -1;

    /** In a position: all columns of the filter have counted as many events as there are places. */
    private static final int FULL = 1 << 31;

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

    /** By field of the ring, whether events may lack it. */
    private final boolean[] isOptional;

    /** The cells of the layout that count events. */
    private final int[] eventCells;

    /** By field of the ring, its cells of the layout. */
    private final int[][] cellsOfField;

    /** How many ints a filter has besides its position. */
    private final int stride;

    /** @param intStart where the first filter begins in the ints, likewise {@code longStart} */
    RingCells(
            CellLayout layout,
            List<EventField> eventFields,
            RunSteps run,
            int window,
            int places,
            int filters,
            int intStart,
            int longStart) {
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
        isOptional = new boolean[fields.length];
        cellsOfField = new int[fields.length][];
        for (int i = 0; i < fields.length; i++) {
            isOptional[i] = eventFields.get(fields[i]).isOptional();
            cellsOfField[i] = cellsOf(fields[i]);
        }
        eventCells = cellsOf(ModelColumn.NO_FIELD);
        stride = cells.length * layout.copies() + fields.length * words;
    }

    private int[] cellsOf(int field) {
        return IntStream.range(0, cells.length)
                .filter(cell -> cells[cell].field() == field)
                .toArray();
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
        return 1 + stride;
    }

    /** How many longs it has. */
    int longs() {
        return valued * places;
    }

    int words() {
        return words;
    }

    int position(int filter) {
        return intStart + filter;
    }

    /** How many of the last events a column has counted. */
    int taken(int filter, int cell, int copy) {
        return intStart + filters + filter * stride + cell * layout.copies() + copy;
    }

    /** The first int with bits of places that lack a field. */
    int nulls(int filter, int field) {
        return nullsAt(filter, indexOf(field));
    }

    private int nullsAt(int filter, int index) {
        return taken(filter, cells.length, 0) + index * words;
    }

    boolean hasValues(int field) {
        return values[indexOf(field)] != NONE;
    }

    /** The value of a field that has some, of the event in a place. */
    int value(int filter, int field, int place) {
        return valueAt(filter, indexOf(field), place);
    }

    private int valueAt(int filter, int index, int place) {
        return longStart + (filter * places + place) * valued + values[index];
    }

    // ---- events

    /** Counts an event among the last ones of a filter, after the present values have counted it. */
    void add(int[] ints, long[] longs, EventValues event, int filter) {
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

    /** Notes in a filter's position whether all of its columns have counted as many events as there are places. */
    private void noteFull(int[] ints, int filter) {
        boolean isFull = true;
        for (int at = taken(filter, 0, 0); at < taken(filter, cells.length, 0); at++) {
            isFull &= ints[at] == places;
        }
        ints[position(filter)] = (ints[position(filter)] & ~FULL) | (isFull ? FULL : 0);
    }

    /** Notes the same of all filters, after a conversion. */
    void noteFull(int[] ints) {
        for (int filter = 0; filter < filters; filter++) {
            noteFull(ints, filter);
        }
    }

    /** Reads what an event changes. */
    long touch(int[] ints, long[] longs, int filter) {
        long touched = CacheLines.read(ints, taken(filter, 0, 0), taken(filter + 1, 0, 0));
        if (valued > 0) {
            touched += longs[longStart + (filter * places + (ints[position(filter)] & ~FULL)) * valued];
        }
        return touched;
    }

    /** Also of a field that is required now: earlier events may have lacked it. */
    private boolean isNull(int[] ints, int filter, int index, int place) {
        return (ints[nullsAt(filter, index) + place / Integer.SIZE] >> place & 1) != 0;
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
            Cells.addToDouble(longs, at, layout.copies(), sign * value);
        } else {
            Cells.addSquareToDouble(longs, at, layout.copies(), value, sign);
        }
    }

    private long ordered(int cell, long bits) {
        return cells[cell].kind().isDouble() ? OrderedDoubles.ordered(bits) : bits;
    }

    /** The least or greatest value of the ring. All of its places are taken. */
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

    /** Empties the window. */
    void clear(int[] ints, long[] longs) {
        for (int filter = 0; filter < filters; filter++) {
            run.clear(ints, longs, layout.intRun(filter, window), layout.longRun(filter, window));
        }
        Arrays.fill(ints, intStart, intStart + filters * ints(), 0);
        Arrays.fill(longs, longStart, longStart + filters * longs(), 0);
    }
}
