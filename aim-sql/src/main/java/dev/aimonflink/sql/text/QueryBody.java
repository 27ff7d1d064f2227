package dev.aimonflink.sql.text;

import java.util.List;

/** Where the rows of a query come from. A {@link QueryExpression} in parentheses can be part of another one. */
public sealed interface QueryBody permits QueryExpression, QueryBody.Select, QueryBody.Values, QueryBody.SetOperation {
    int position();

    /**
     * @param isDistinct whether equal rows are there once
     * @param distinctOn what {@code DISTINCT ON} lists, of whose equal values only the first row is there; empty if it does not stand there
     * @param from what the comma joins; empty if there is no {@code FROM}
     * @param where null if there is none
     * @param groups what {@code GROUP BY} lists, as it was written: a number is the number of an item
     * @param having null if there is none
     * @param windows those that {@code WINDOW} names
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

    /** @param window one without a call */
    record NamedWindow(String name, Expression.Window window) {}

    /** Rows that are written in the text. */
    record Values(List<List<Expression>> rows, int position) implements QueryBody {}

    /** @param isAll whether equal rows stay */
    record SetOperation(Kind kind, boolean isAll, QueryBody left, QueryBody right, int position) implements QueryBody {
        /** How the rows of two queries become those of one. */
        public enum Kind {
            UNION,
            INTERSECT,
            EXCEPT
        }
    }
}
