package dev.aimonflink.matrix.row;

/** Sees rows that are removed. */
@FunctionalInterface
public interface RowMoves {
    /** The row of an entity has been removed, and the last row has its place. */
    void removed(int row, int last);
}
