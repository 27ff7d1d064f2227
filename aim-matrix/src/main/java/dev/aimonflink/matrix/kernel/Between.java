package dev.aimonflink.matrix.kernel;

/** A range of cells of 32 bits, both ends included, which is not empty: a condition that a loop can test beside other things. */
public record Between(VectorCells cells, int low, int high) {
    /** 0 if a value is in: two of them take one comparison. */
    int excess(int value) {
        return limited(value) ^ value;
    }

    /** -1 if a value is in, and 0 if not: one comparison instead of two, of which the second would be a branch. */
    int lane(int value) {
        return limited(value) == value ? -1 : 0;
    }

    /** A value that is in stays the same. */
    private int limited(int value) {
        return Math.min(high, Math.max(low, value));
    }
}
