package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Part;
import java.util.List;

/**
 * A query of the catalogue, bound to its parameters. It is a {@link ScanQuery}, a {@link PointQuery}, {@link VerifyColumns}, a {@link
 * ScansRequest}, or what another module {@linkplain Catalogue#with adds}.
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

    /** The same for a query that is also about the parts themselves. */
    default List<List<Object>> answer(Partial merged, List<Part> parts) {
        return answer(merged);
    }

    /**
     * The values of tables that the query was planned with, to plan its text elsewhere without computing them again; null if there are
     * none.
     */
    default byte[] tableValues() {
        return null;
    }

    /**
     * How many rows the merger goes through at most, about, to finish an answer: whether it may do so between two messages, or has to
     * beside them.
     *
     * @param sentRows of which all parts consist
     */
    default long rowsToMerge(long sentRows) {
        return sentRows;
    }

    /** All tables of the answer: more than one only for a batch of statements. */
    default List<QueryResult.Table> tables(Partial merged, List<Part> parts) {
        return List.of(new QueryResult.Table(answerColumns(), answerTypes(), answer(merged, parts)));
    }
}
