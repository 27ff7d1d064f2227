package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.query.compute.program.Selection;

/** The group of each row of a vector. Of rows that are not selected, it may be any number. */
public final class GroupIds {
    /** Null if all rows are one group. */
    public int[] ids;

    public int at;

    /** How many groups there are so far; of keys with few values, how many there may be. */
    public int groups = 1;

    /**
     * Whether loops over all rows for some groups at a time are faster than one that adds each selected row to its group. The numbers
     * are hundredths of a nanosecond, as measured: of a loop over eight lanes for a row and some groups, of finding the selected rows for a
     * row, and of an addition for a selected row.
     */
    boolean isFewFor(Selection selection, Primitives primitives) {
        final long loops = (groups + Primitives.GROUPS_AT_ONCE - 1L) / Primitives.GROUPS_AT_ONCE;
        final long rows = selection.rows();
        final long finding = selection.count() == rows ? 0 : 24 * rows;
        return loops * rows * 28 * 8 <= (finding + 55L * selection.count()) * primitives.lanes();
    }
}
