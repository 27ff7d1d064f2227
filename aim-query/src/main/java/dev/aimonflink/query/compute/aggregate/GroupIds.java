package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.query.compute.program.Selection;

/** The group of each row of a vector; arbitrary for rows that are not selected. */
public final class GroupIds {
    /** Null if all rows are one group. */
    public int[] ids;

    public int at;

    /** The groups so far; for keys with few values, the possible groups. */
    public int groups = 1;

    /**
     * Whether loops over all rows for some groups at a time beat one that adds each selected row to its group. The numbers are measured
     * hundredths of a nanosecond: per row and some groups for a loop over eight lanes, per row to find the selected rows, and per selected
     * row for an addition.
     */
    boolean isFewFor(Selection selection, Primitives primitives) {
        final long loops = (groups + Primitives.GROUPS_AT_ONCE - 1L) / Primitives.GROUPS_AT_ONCE;
        final long rows = selection.rows();
        final long finding = selection.count() == rows ? 0 : 24 * rows;
        return loops * rows * 28 * 8 <= (finding + 55L * selection.count()) * primitives.lanes();
    }
}
