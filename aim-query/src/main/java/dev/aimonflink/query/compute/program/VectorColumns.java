package dev.aimonflink.query.compute.program;

/**
 * The columns of a table, batch by batch: an array of cells for each. Columns are named by their index in the table. The arrays of
 * a batch are as long as the batch at least.
 */
public interface VectorColumns {
    /** What a column is; null if it cannot be read by vectors. */
    VectorColumn column(int index);

    /** What is computed of the names of columns. */
    NameLoops nameLoops();

    /** Whether the cells of a column of 64 bits are in 32 bits in this batch. */
    boolean isNarrow(int index);

    /** The cells of this batch, of a column of 32 bits or one that is narrow. */
    int[] ints(int index);

    /** No cell of this batch is less, of any column. */
    default long least(int index) {
        return Long.MIN_VALUE;
    }

    /** The cells of this batch, of a column of 64 bits that is not narrow. */
    long[] longs(int index);
}
