package dev.aimonflink.core.vector;

/** Where the cells of a vector are: in ints or in longs, from an index on. Of a column, it changes with each vector. */
final class Cells {
    int[] ints;
    long[] longs;
    int at;

    static Cells of(int[] register) {
        Cells cells = new Cells();
        cells.ints = register;
        return cells;
    }

    static Cells of(long[] register) {
        Cells cells = new Cells();
        cells.longs = register;
        return cells;
    }
}
