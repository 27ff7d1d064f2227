package dev.aimonflink.query.plain;

import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.List;

/** Computes the expected answers. */
public interface Oracle {
    /**
     * The rows of the answer to a query that is valid, in the Java types of the engine's: {@link Long}, {@link Double}, {@link
     * java.math.BigDecimal} with two decimals, string, null.
     */
    List<List<Object>> answer(AskedQuery asked);

    /** The number of entities. */
    int rows();
}
