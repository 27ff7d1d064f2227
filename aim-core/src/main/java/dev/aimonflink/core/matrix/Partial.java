package dev.aimonflink.core.matrix;

import java.io.DataOutput;
import java.io.IOException;

/**
 * The partial result of a query over the rows of one partition. Small and immutable. Merging is commutative and
 * associative, so partials may be merged in any order.
 */
public interface Partial {
    /**
     * @param other of the same query
     */
    Partial merge(Partial other);

    /** Writes the form that the query's {@code readPartial} reads. */
    void write(DataOutput out) throws IOException;
}
