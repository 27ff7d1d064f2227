package dev.aimonflink.matrix.kernel;

/** A non-empty range of 32-bit cells, both ends included: a condition that a loop can test along with other work. */
public record Between(VectorCells cells, int low, int high) {
    /** 0 if a value is in: two of them take one comparison. */
    int excess(int value) {
        return limited(value) ^ value;
    }

    /** -1 if a value is in, and 0 if not: one comparison instead of two, the second of which would be a branch. */
    int lane(int value) {
        return limited(value) == value ? -1 : 0;
    }

    /** Leaves a value that is in unchanged. */
    private int limited(int value) {
        return Math.min(high, Math.max(low, value));
    }
}
