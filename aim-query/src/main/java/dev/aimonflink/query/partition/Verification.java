package dev.aimonflink.query.partition;

import dev.aimonflink.query.partial.Partial;

/** A question about a partition itself: whether each cell of its columns equals the record that it copies. */
public interface Verification {
    /** The result of one partition. */
    Partial partial(long rows, long differences);
}
