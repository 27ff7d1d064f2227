package dev.aimonflink.core.matrix;

import java.io.DataOutput;
import java.io.IOException;

/**
 * What one partition knows towards an answer. Small and immutable; merging is commutative and associative, so partials
 * may meet in any order.
 */
public interface Partial {
    /**
     * @param other of the same query
     */
    Partial merge(Partial other);

    /** Written so that the query's {@code readPartial} gives an equal partial. */
    void write(DataOutput out) throws IOException;
}
