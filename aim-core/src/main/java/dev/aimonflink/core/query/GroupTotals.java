package dev.aimonflink.core.query;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.matrix.CostColumn;

/**
 * Totals by the groups of a selection; group n of the selection is element n - 1 here. A few groups are summed one after
 * the other, each by a masked kernel over cells that are in the cache; many are summed in one scattered loop, in which
 * the rows that do not count go to an element of their own.
 */
final class GroupTotals {
    /** Up to so many masked loops are faster than a scattered one. */
    static final int MASKED_GROUPS = 8;

    private final Kernels kernels;
    private final String[] groups;
    private final boolean masked;
    private final long[] rows;
    private final long[][] totals;

    GroupTotals(Kernels kernels, String[] groups, int columns) {
        this.kernels = kernels;
        this.groups = groups;
        this.masked = groups.length <= MASKED_GROUPS;
        this.rows = new long[groups.length + 1];
        this.totals = new long[columns][groups.length + 1];
    }

    /** Counts the rows of each group. */
    void count(int[] selection, int rowsInBlock) {
        if (masked) {
            for (int group = 1; group <= groups.length; group++) {
                rows[group] += kernels.countWhereEqual(selection, group, rowsInBlock);
            }
            return;
        }
        for (int i = 0; i < rowsInBlock; i++) {
            rows[selection[i]]++;
        }
    }

    /** Adds a column's cells to its totals. */
    void add(int column, int[] values, int[] selection, int rowsInBlock) {
        final long[] sums = totals[column];
        if (masked) {
            for (int group = 1; group <= groups.length; group++) {
                sums[group] += kernels.sumWhereEqual(values, selection, group, rowsInBlock);
            }
            return;
        }
        for (int i = 0; i < rowsInBlock; i++) {
            sums[selection[i]] += values[i];
        }
    }

    /** As for ints. */
    void add(int column, CostColumn costs, int[] selection, int rowsInBlock) {
        if (costs.isNarrow()) {
            add(column, costs.narrow(), selection, rowsInBlock);
            return;
        }
        final long[] cents = costs.wide();
        for (int i = 0; i < rowsInBlock; i++) {
            totals[column][selection[i]] += cents[i];
        }
    }

    /** The groups that have rows: each with its number of rows and its totals. */
    GroupSums sums() {
        return GroupSums.of(groups, rows, totals);
    }
}
