package dev.aimonflink.core.matrix;

/** One query on its way through one partition: it sees each block once and then gives its partial result. */
public interface Scan {
    /** Takes the first rows of a block into account. The block must not be kept. */
    void scan(Block block, int rows);

    /** The result over all blocks seen. May throw {@link QueryFailure}. */
    Partial partial();
}
