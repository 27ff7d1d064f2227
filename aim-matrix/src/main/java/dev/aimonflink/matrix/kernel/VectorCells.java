package dev.aimonflink.matrix.kernel;

/** Where the cells of a vector are: in ints or in longs, from an index on. For a column, it changes with each vector. */
public final class VectorCells {
    public int[] ints;
    public long[] longs;
    public int at;

    public static VectorCells of(int[] register) {
        VectorCells cells = new VectorCells();
        cells.ints = register;
        return cells;
    }

    public static VectorCells of(long[] register) {
        VectorCells cells = new VectorCells();
        cells.longs = register;
        return cells;
    }
}
