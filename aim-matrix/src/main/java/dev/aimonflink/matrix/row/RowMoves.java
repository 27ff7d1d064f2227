package dev.aimonflink.matrix.row;

/** Sees what becomes of rows whose entities go. */
public interface RowMoves {
    RowMoves UNSEEN = new RowMoves() {
        @Override
        public void removed(int row, int last) {}

        @Override
        public void emptied(int row) {}
    };

    /** The row of an entity has been removed, and the last row has its place. */
    void removed(int row, int last);

    /** The entity of a row has gone, and may come back before the row is removed. */
    void emptied(int row);
}
