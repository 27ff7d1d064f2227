package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.compute.partial.Partial;

/** The scan of one query over one partition: it sees each block once and then gives its partial result. */
public interface Scan {
    /** Takes the first rows of a block into account. The block must not be kept. */
    void scan(Block block, int rows);

    /**
     * Takes the next part of these rows into account. Returns whether that was the last part. For scans that need more
     * time for a whole block than an event may wait.
     */
    default boolean scanPart(Block block, int rows) {
        scan(block, rows);
        return true;
    }

    /**
     * Notes that all blocks come next, in a pass of so many scans.
     *
     * @param scans of different queries, this one included
     * @param requests that this scan answers
     */
    default void begin(int scans, int requests) {}

    /**
     * Checks the CPU time that the scan has used so far. The pass calls it after each slice. It may throw {@link QueryFailure} to end
     * the scan, because all other queries of the pass wait for it.
     */
    default void hasUsed(long cpuNanos) {}

    /** About how many bytes the scan keeps of what it has read. The pass asks for it after each part. */
    default long keptBytes() {
        return 0;
    }

    /**
     * The result over all blocks seen. May throw {@link QueryFailure} or {@link
     * dev.aimonflink.query.compute.aggregate.TooManyGroupsException}.
     */
    Partial partial();
}
