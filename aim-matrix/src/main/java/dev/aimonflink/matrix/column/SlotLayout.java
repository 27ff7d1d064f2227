package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.List;

/**
 * Where a slot of a {@link Delta} has what: the cells of all columns, then those after the next turn of the columns whose window slides,
 * then numbers of attributes; and codes in a run of their own.
 *
 * @param nextIntPlaces of each int column; {@link Delta#NO_SLOT} for those whose window does not slide
 * @param nextLongPlaces likewise of each long column
 * @param ints how many ints a slot has
 * @param longs how many longs
 * @param firstNumber of attributes, among the longs
 */
record SlotLayout(int[] nextIntPlaces, int[] nextLongPlaces, int ints, int longs, int firstNumber) {
    /** The most that an array of the JVM has. */
    static final int MOST_CELLS = Integer.MAX_VALUE - 8;

    /** The index of rows has no room for more. */
    private static final int MOST_SLOTS = 1 << 29;

    static SlotLayout of(ColumnSet columns, int numberColumns) {
        final int[] nextInts = nextPlaces(columns.ints());
        final int[] nextLongs = nextPlaces(columns.longs());
        final int firstNumber = cells(columns.longs());
        return new SlotLayout(nextInts, nextLongs, cells(columns.ints()), firstNumber + numberColumns, firstNumber);
    }

    /** What these take. */
    long bytes() {
        return (long) ints * Integer.BYTES + (long) longs * Long.BYTES;
    }

    /**
     * How many slots have room in arrays.
     *
     * @param others the most cells of a slot in an array beside these
     * @param mostCells that an array has
     */
    int mostSlots(int others, int mostCells) {
        return Math.min(MOST_SLOTS, mostCells / Math.max(1, Math.max(others, Math.max(ints, longs))));
    }

    /** How many slots there are after so many. */
    static int grown(int slots, int mostSlots) {
        if (slots >= mostSlots) {
            throw new IllegalStateException("More than " + mostSlots + " rows changed while a pass reads their blocks."
                    + " Use a higher parallelism, or keep fewer columns (aim.matrix.columns).");
        }
        return (int) Math.min(2L * slots, mostSlots);
    }

    private static int cells(List<StoredColumn> columns) {
        return columns.size()
                + (int) columns.stream().filter(StoredColumn::isSliding).count();
    }

    private static int[] nextPlaces(List<StoredColumn> columns) {
        final int[] places = new int[columns.size()];
        int next = places.length;
        for (int i = 0; i < places.length; i++) {
            places[i] = columns.get(i).isSliding() ? next++ : Delta.NO_SLOT;
        }
        return places;
    }
}
