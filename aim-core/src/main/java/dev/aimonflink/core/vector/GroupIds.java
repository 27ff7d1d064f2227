package dev.aimonflink.core.vector;

/** The group of each row of a vector. Of rows that are not selected, it may be any number. */
final class GroupIds {
    /** Null if all rows are one group. */
    int[] ids;

    int at;

    /** How many groups there are so far; of keys with few values, how many there may be. */
    int groups = 1;

    /**
     * Whether a loop over all rows for each group is faster than one that adds each selected row to its group: that one takes as long
     * for a row as the other for about thirty, and for finding the selected rows about six for each row.
     */
    boolean isFewFor(Selection selection) {
        return groups * selection.rows() <= 30 * selection.count() + 6 * selection.rows();
    }
}
