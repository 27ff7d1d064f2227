package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.ModelColumn;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where a record has the values of one window's last events, behind all present values:
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
 */
abstract class RingPlaces {
    static final int NONE = -1;

    final CellLayout layout;
    final CellLayout.FunctionCells[] cells;
    final int window;
    final int places;
    final int filters;
    private final int words;
    final int intStart;
    final int longStart;

    /** The aggregated fields: indexes in the event. */
    final int[] fields;

    /** By field of the ring, the index of its values; {@link #NONE} if it is only counted. */
    final int[] values;

    final int valued;

    /** By field of the ring, whether events may lack it. */
    final boolean[] isOptional;

    /** The layout's cells that count events. */
    final int[] eventCells;

    final int[][] cellsOfField;

    /** How many ints a filter has besides its position. */
    private final int stride;

    /** @param intStart where the first filter begins in the ints, likewise {@code longStart} */
    RingPlaces(CellLayout layout, int window, int places, int filters, int intStart, int longStart) {
        this.layout = layout;
        this.window = window;
        this.places = places;
        this.filters = filters;
        this.words = (places + Integer.SIZE - 1) / Integer.SIZE;
        this.intStart = intStart;
        this.longStart = longStart;
        List<CellLayout.FunctionCells> ofLayout = layout.cells();
        cells = ofLayout.toArray(CellLayout.FunctionCells[]::new);
        fields = ofLayout.stream()
                .mapToInt(CellLayout.FunctionCells::field)
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
            cellsOfField[i] = cellsOf(fields[i]);
            isOptional[i] = cells[cellsOfField[i][0]].isOptional();
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
    final int indexOf(int field) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == field) {
                return i;
            }
        }
        return NONE;
    }

    public int window() {
        return window;
    }

    public int places() {
        return places;
    }

    // ---- places

    int ints() {
        return 1 + stride;
    }

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

    final int nullsAt(int filter, int index) {
        return taken(filter, cells.length, 0) + index * words;
    }

    boolean hasValues(int field) {
        return values[indexOf(field)] != NONE;
    }

    /** The value of a field, if it has values, of the event in a place. */
    int value(int filter, int field, int place) {
        return valueAt(filter, indexOf(field), place);
    }

    final int valueAt(int filter, int index, int place) {
        return longStart + (filter * places + place) * valued + values[index];
    }

    /** Even for a field that is required now: earlier events may have lacked it. */
    final boolean isNull(int[] ints, int filter, int index, int place) {
        return (ints[nullsAt(filter, index) + place / Integer.SIZE] >> place & 1) != 0;
    }
}
