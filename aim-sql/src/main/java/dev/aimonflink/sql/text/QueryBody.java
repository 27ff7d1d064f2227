package dev.aimonflink.sql.text;

import java.util.List;

/** Where the rows of a query come from; a {@link QueryExpression} in parentheses can be part of another. */
public sealed interface QueryBody permits QueryExpression, QueryBody.Select, QueryBody.Values, QueryBody.SetOperation {
    int position();

    /**
     * @param isDistinct whether equal rows occur once
     * @param distinctOn the values of {@code DISTINCT ON}, each of which keeps only its first row; or empty
     * @param from the items between commas; empty without {@code FROM}
     * @param where or null
     * @param groups of {@code GROUP BY}, as written: a number is an item's
     * @param having or null
     */
    record Select(
            boolean isDistinct,
            List<Expression> distinctOn,
            List<SelectItem> items,
            List<FromItem> from,
            Expression where,
            List<Expression> groups,
            Expression having,
            List<NamedWindow> windows,
            int position)
            implements QueryBody {}

    /** @param window without a call */
    record NamedWindow(String name, Expression.Window window) {}

    record Values(List<List<Expression>> rows, int position) implements QueryBody {}

    /** @param isAll whether equal rows stay */
    record SetOperation(Kind kind, boolean isAll, QueryBody left, QueryBody right, int position) implements QueryBody {
        public enum Kind {
            UNION,
            INTERSECT,
            EXCEPT
        }
    }
}
