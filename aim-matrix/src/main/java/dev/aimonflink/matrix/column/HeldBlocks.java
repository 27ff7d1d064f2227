package dev.aimonflink.matrix.column;

import java.util.Set;

/** The blocks of a cut, as a pass reads them one after the other. */
public interface HeldBlocks {
    int count();

    int rows();

    default int rowsIn(int index) {
        return Math.min(Block.ROWS, rows() - index * Block.ROWS);
    }

    /** Says which aggregate columns are read from now on. A block's other columns may be older than the cut. */
    void reads(Set<String> columns);

    /** Makes the blocks before this one ready to be {@linkplain #open opened} by several threads that know of it, each block by one. */
    void settle(int end);

    /** What scans read of it does not change until it is given back. */
    Block open(int index);

    /** Gives back the blocks before this one. */
    void readUpTo(int index);

    /** Gives back all blocks: the cut is over. */
    void release();

    /** Whether everything given back is still as in the cut, so that it can be read {@linkplain #beginAgain again}. */
    boolean isAsWas();

    void beginAgain();
}
