package dev.aimonflink.sql.text;

import java.util.List;

/**
 * A query: where its rows come from, their order, and their number.
 *
 * @param with its named queries
 * @param limit or null
 * @param offset or null
 */
public record QueryExpression(
        List<CommonTable> with, QueryBody body, List<SortKey> order, Expression limit, Expression offset, int position)
        implements QueryBody {

    /**
     * A named query: {@code name (columns) AS (SELECT ...)}.
     *
     * @param isRecursive whether it may name itself
     */
    public record CommonTable(
            String name, List<String> columns, boolean isRecursive, QueryExpression query, int position) {}

    /** The union that it consists of, without anything else; or null. */
    public SetOperation unionOrNull() {
        return isPlain() && body instanceof SetOperation both && both.kind() == SetOperation.Kind.UNION ? both : null;
    }

    /** Whether it is just its body. */
    boolean isPlain() {
        return with.isEmpty() && order.isEmpty() && limit == null && offset == null;
    }

    /** The body alone, if there is nothing else. */
    QueryBody simplified() {
        return isPlain() ? body : this;
    }
}
