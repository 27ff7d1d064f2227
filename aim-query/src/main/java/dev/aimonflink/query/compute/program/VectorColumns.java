package dev.aimonflink.query.compute.program;

/** The columns of a table, batch by batch: an array of cells for each, by index in the table. Arrays are at least as long as the batch. */
public interface VectorColumns {
    /** Null if the column cannot be read by vectors. */
    VectorColumn column(int index);

    NameLoops nameLoops();

    /** Whether a 64-bit column has 32 bits in this batch. */
    boolean isNarrow(int index);

    /** This batch's cells of a 32-bit or narrow column. */
    int[] ints(int index);

    /** A lower bound of all cells of this batch. */
    default long least(int index) {
        return Long.MIN_VALUE;
    }

    /** This batch's cells of a 64-bit column that is not narrow. */
    long[] longs(int index);
}
