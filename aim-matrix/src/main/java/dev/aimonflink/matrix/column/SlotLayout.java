package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.List;

/**
 * The layout of a {@link Delta}'s slot: the cells of all columns, then those after the next turn for columns of sliding windows, then
 * numbers of attributes; codes are in a run of their own.
 *
 * @param nextIntPlaces by int column; {@link Delta#NO_SLOT} for those whose window does not slide
 * @param nextLongPlaces likewise by long column
 * @param ints in a slot
 * @param longs in a slot
 * @param firstNumber index of the first attribute among the longs
 */
record SlotLayout(int[] nextIntPlaces, int[] nextLongPlaces, int ints, int longs, int firstNumber) {
    /** The most that a Java array holds. */
    static final int MOST_CELLS = Integer.MAX_VALUE - 8;

    /** The index of rows has no room for more. */
    private static final int MOST_SLOTS = 1 << 29;

    static SlotLayout of(ColumnSet columns, int numberColumns) {
        final int[] nextInts = nextPlaces(columns.ints());
        final int[] nextLongs = nextPlaces(columns.longs());
        final int firstNumber = cells(columns.longs());
        return new SlotLayout(nextInts, nextLongs, cells(columns.ints()), firstNumber + numberColumns, firstNumber);
    }

    long bytes() {
        return (long) ints * Integer.BYTES + (long) longs * Long.BYTES;
    }

    /** How many slots fit arrays. */
    int mostSlots(int others, int mostCells) {
        return Math.min(MOST_SLOTS, mostCells / Math.max(1, Math.max(others, Math.max(ints, longs))));
    }

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
