package dev.aimonflink.core.matrix;

/** One query on its way through one partition: it sees each block once and then gives its partial result. */
public interface Scan {
    /** Takes the first rows of a block into account. The block must not be kept. */
    void scan(Block block, int rows);

    /**
     * Takes the next part of these rows into account. Returns whether that was the last one. For scans that a whole block
     * would take longer than an event may be held up.
     */
    default boolean scanPart(Block block, int rows) {
        scan(block, rows);
        return true;
    }

    /** The result over all blocks seen. May throw {@link QueryFailure}. */
    Partial partial();
}
