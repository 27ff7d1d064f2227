package dev.aimonflink.core.scan;

import java.math.BigInteger;

/** The totals that a kernel computes, by group. Each kernel has some of them. Without groups, all rows are group 0. */
interface KernelTotals {
    /** Adds the rows of the block that is shown. */
    void add(BlockColumns columns, int rows);

    /** The groups that have rows; the one without a key, even if it has none. */
    default int[] groups() {
        return new int[] {0};
    }

    /** The key of a group. */
    default Object key(int group) {
        throw new IllegalStateException("The kernel has no groups.");
    }

    /** How many rows a group has. Where only sums are asked for, some positive number may stand for it. */
    default long count(int group) {
        throw new IllegalStateException("The kernel counts no rows.");
    }

    /** The sum of a column over a group, without the point. */
    default BigInteger sum(int column, int group) {
        throw new IllegalStateException("The kernel adds nothing up.");
    }

    /** The greatest value of a column; null for none. */
    default Long highest(int column) {
        throw new IllegalStateException("The kernel looks for no maximum.");
    }

    /** The lowest id of those with the greatest value of a column, if there is one. */
    default long holder(int column) {
        throw new IllegalStateException("The kernel looks for no id.");
    }
}
