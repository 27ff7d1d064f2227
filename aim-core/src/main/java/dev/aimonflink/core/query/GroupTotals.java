package dev.aimonflink.core.query;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.matrix.CostColumn;

/** Totals by the groups of a selection. Group n is the n-th name. */
final class GroupTotals {
    private final Kernels kernels;
    private final String[] groups;
    private final long[] rows;
    private final long[][] totals;

    /**
     * @param groups the names of the groups, sorted
     * @param columns how many columns are totalled
     */
    GroupTotals(Kernels kernels, String[] groups, int columns) {
        this.kernels = kernels;
        this.groups = groups;
        this.rows = new long[groups.length + 1];
        this.totals = new long[columns][groups.length + 1];
    }

    /** Counts the rows of each group. */
    void count(int[] selection, int rowsInBlock) {
        kernels.countByGroup(selection, groups.length, rows, rowsInBlock);
    }

    /** Adds a column's cells to its totals. */
    void add(int column, int[] values, int[] selection, int rowsInBlock) {
        kernels.sumByGroup(values, selection, groups.length, totals[column], rowsInBlock);
    }

    /** As for ints. */
    void add(int column, CostColumn costs, int[] selection, int rowsInBlock) {
        if (costs.isNarrow()) {
            add(column, costs.narrow(), selection, rowsInBlock);
            return;
        }
        final long[] sums = totals[column];
        final long[] cents = costs.wide();
        for (int i = 0; i < rowsInBlock; i++) {
            sums[selection[i]] += cents[i];
        }
    }

    /** The groups that have rows: each with its number of rows and its totals. */
    GroupSums sums() {
        return GroupSums.of(groups, rows, totals);
    }
}
