package dev.aimonflink.sql.text;

import java.util.List;

/**
 * A query: where its rows come from, their order, and how many of them there are.
 *
 * @param with the queries that have a name in this one
 * @param limit null if there is none
 * @param offset null if there is none
 */
public record QueryExpression(
        List<CommonTable> with, QueryBody body, List<SortKey> order, Expression limit, Expression offset, int position)
        implements QueryBody {

    /**
     * A query that has a name: {@code name (columns) AS (SELECT ...)}.
     *
     * @param isRecursive whether it may name itself
     */
    public record CommonTable(
            String name, List<String> columns, boolean isRecursive, QueryExpression query, int position) {}

    /** The union that it is, without anything else; null if it is none. */
    public SetOperation unionOrNull() {
        return isPlain() && body instanceof SetOperation both && both.kind() == SetOperation.Kind.UNION ? both : null;
    }

    /** Whether it is nothing but its body. */
    boolean isPlain() {
        return with.isEmpty() && order.isEmpty() && limit == null && offset == null;
    }

    /** The body alone, if there is nothing else. */
    QueryBody simplified() {
        return isPlain() ? body : this;
    }
}
