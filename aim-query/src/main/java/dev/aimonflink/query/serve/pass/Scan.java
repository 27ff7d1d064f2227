package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.compute.partial.Partial;

/** The scan of one query over one partition: it sees each block once and then gives its partial. */
public interface Scan {
    /** Takes the first rows of a block, which must not be kept. */
    void scan(Block block, int rows);

    /** Takes the next part of these rows and returns whether it was the last; for scans that may hold up events too long over a whole block. */
    default boolean scanPart(Block block, int rows) {
        scan(block, rows);
        return true;
    }

    /**
     * Notes that all blocks come next, in a pass of so many scans.
     *
     * @param scans different queries, including this one
     */
    default void begin(int scans, int requests) {}

    /**
     * Checks the CPU time used so far; called after each slice. May throw {@link QueryFailure} to end the scan, because all other queries
     * of the pass wait for it.
     */
    default void hasUsed(long cpuNanos) {}

    /** About how many bytes the scan keeps of what it has read; called after each part. */
    default long keptBytes() {
        return 0;
    }

    /** The result over all blocks seen. May throw {@link QueryFailure} or {@link dev.aimonflink.query.compute.aggregate.TooManyGroupsException}. */
    Partial partial();
}
