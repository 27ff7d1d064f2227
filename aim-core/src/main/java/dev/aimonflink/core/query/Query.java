package dev.aimonflink.core.query;

import dev.aimonflink.core.partial.Partial;
import java.util.List;

/**
 * A query of the catalogue, bound to its parameters. It is a {@link ScanQuery}, an {@link EntityQuery} or {@link
 * VerifyColumns}.
 */
public interface Query {
    /** The names of the answer's columns. */
    List<String> answerColumns();

    /** The SQL types of the answer's columns; empty if the query does not say. */
    default List<String> answerTypes() {
        return List.of();
    }

    /** The answer: nulls, {@link Long}s, {@link Double}s, {@link java.math.BigDecimal} amounts, {@link Boolean}s and strings. */
    List<List<Object>> answer(Partial merged);
}
