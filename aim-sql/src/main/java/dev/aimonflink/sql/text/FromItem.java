package dev.aimonflink.sql.text;

import java.util.List;

/** An item of FROM: a table, a query in parentheses, or a join. */
public sealed interface FromItem {
    int position();

    /** @param name perhaps with its schema */
    record Table(List<String> name, Alias alias, int position) implements FromItem {
        /** With dots. */
        public String written() {
            return String.join(".", name);
        }
    }

    /** @param isLateral whether it may use earlier items */
    record Derived(QueryExpression query, boolean isLateral, Alias alias, int position) implements FromItem {}

    /**
     * Functions that return rows, side by side, and may use earlier items.
     *
     * @param calls one, or those of {@code ROWS FROM}
     * @param hasOrdinality whether a last column numbers the rows from 1
     */
    record Function(List<Expression.Call> calls, boolean hasOrdinality, Alias alias, int position) implements FromItem {
        /** The first one, whose name is the default alias. */
        public Expression.Call first() {
            return calls.get(0);
        }
    }

    /**
     * @param condition or null
     * @param using the columns that must be equal, or empty
     * @param isNatural whether all common columns must be equal
     */
    record Join(
            Kind kind,
            FromItem left,
            FromItem right,
            Expression condition,
            List<String> using,
            boolean isNatural,
            int position)
            implements FromItem {
        public Join by(List<String> columns) {
            return new Join(kind, left, right, condition, columns, isNatural, position);
        }

        /** Which side keeps its rows without a partner. */
        public enum Kind {
            INNER,
            LEFT,
            RIGHT,
            FULL,
            /** Has neither a condition nor columns. */
            CROSS
        }
    }

    record Alias(String name, List<String> columns) {}
}
