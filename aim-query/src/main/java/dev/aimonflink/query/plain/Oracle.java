package dev.aimonflink.query.plain;

import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.List;

/** Computes the expected answers. */
public interface Oracle {
    /**
     * The rows of the answer to a valid query, in the engine's Java types: {@link Long}, {@link Double}, {@link java.math.BigDecimal} with
     * two decimals, string, null.
     */
    List<List<Object>> answer(AskedQuery asked);

    int rows();
}
