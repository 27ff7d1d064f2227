package dev.aimonflink.matrix.column;

import java.util.Set;

/** The blocks of a cut, as a pass reads them, one after the other. */
public interface HeldBlocks {
    int count();

    /** How many rows the cut has. */
    int rows();

    /** How many rows of a block belong to the cut. */
    default int rowsIn(int index) {
        return Math.min(Block.ROWS, rows() - index * Block.ROWS);
    }

    /** Says which aggregate columns of the blocks are read from now on. The others of a block may be older than the cut. */
    void reads(Set<String> columns);

    /**
     * Makes the blocks before this one ready. After that they may be {@linkplain #open opened} by several threads, each block by one, which
     * know of it.
     */
    void settle(int end);

    /** A block as the cut has it. What scans read of it does not change until it is given back. */
    Block open(int index);

    /** Gives back the blocks before this one. */
    void readUpTo(int index);

    /** Gives all of them back: the cut is over. */
    void release();

    /** Whether all that was given back is still as the cut has it, so that it can be read {@linkplain #beginAgain once more}. */
    boolean isAsWas();

    /** Takes all blocks again. */
    void beginAgain();
}
