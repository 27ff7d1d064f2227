package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.compute.program.RowPace;
import dev.aimonflink.sql.bind.Bound;
import java.util.List;

/** A scan that takes rows, some at a time: all, or those that a filter before it selects. */
abstract class RowTaker implements FragmentScan {
    private final List<Bound> conditions;
    private final RowPace pace = new RowPace();
    private final int[] next = new int[RowPace.MOST];
    private int read;

    /** @param conditions that all have to hold */
    RowTaker(List<Bound> conditions) {
        this.conditions = conditions;
    }

    /**
     * Takes some rows of a block.
     *
     * @param rows their numbers, in the first {@code count} places
     * @param left the conditions that nobody has tested
     */
    abstract void take(Block block, int[] rows, int count, List<Bound> left);

    /** Whether no further row can change the result: any rows will do, and there are enough. */
    boolean isSatisfied() {
        return false;
    }

    /** The last key of a fragment of first rows once there are enough; only rows before it still count. Null otherwise. */
    Object[] lastOfFirst() {
        return null;
    }

    @Override
    public final boolean scanPart(Block block, int rows) {
        final int end = Math.min(rows, read + pace.rows());
        if (read < end) {
            pace.begin();
            for (int at = read; at < end; at++) {
                next[at - read] = at;
            }
            take(block, next, end - read, conditions);
            pace.ended(end - read);
        }
        final boolean isLast = end == rows || isSatisfied();
        read = isLast ? 0 : end;
        return isLast;
    }
}
