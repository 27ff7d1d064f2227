package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Part;
import java.util.List;

/**
 * A query of the catalogue, bound to its parameters. It is a {@link ScanQuery}, a {@link PointQuery}, {@link VerifyColumns}, a {@link
 * ScansRequest}, or what another module {@linkplain Catalogue#with adds}.
 */
public interface Query {
    List<String> answerColumns();

    /** The SQL types of the answer's columns; empty if unknown. */
    default List<String> answerTypes() {
        return List.of();
    }

    /** Nulls, {@link Long}s, {@link Double}s, {@link java.math.BigDecimal} amounts, {@link Boolean}s and strings. */
    List<List<Object>> answer(Partial merged);

    /** The same for a query that also needs the parts themselves. */
    default List<List<Object>> answer(Partial merged, List<Part> parts) {
        return answer(merged);
    }

    /** The values of tables that the query was planned with, so that planning its text elsewhere need not recompute them; or null. */
    default byte[] tableValues() {
        return null;
    }

    /** About how many rows the merger processes at most to finish an answer: this decides whether it may do so between two messages. */
    default long rowsToMerge(long sentRows) {
        return sentRows;
    }

    /** All tables of the answer: several only for a batch. */
    default List<QueryResult.Table> tables(Partial merged, List<Part> parts) {
        return List.of(new QueryResult.Table(answerColumns(), answerTypes(), answer(merged, parts)));
    }
}
