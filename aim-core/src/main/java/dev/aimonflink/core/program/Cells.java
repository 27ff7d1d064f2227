package dev.aimonflink.core.program;

/** Where the cells of a vector are: in ints or in longs, from an index on. Of a column, it changes with each vector. */
public final class Cells {
    public int[] ints;
    public long[] longs;
    public int at;

    public static Cells of(int[] register) {
        Cells cells = new Cells();
        cells.ints = register;
        return cells;
    }

    public static Cells of(long[] register) {
        Cells cells = new Cells();
        cells.longs = register;
        return cells;
    }
}
