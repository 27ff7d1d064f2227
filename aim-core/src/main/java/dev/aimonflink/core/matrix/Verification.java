package dev.aimonflink.core.matrix;

/** A question about a partition itself: whether each cell of its columns equals the record that it was copied from. */
public interface Verification {
    /** What one partition found. */
    Partial partial(long rows, long differences);
}
