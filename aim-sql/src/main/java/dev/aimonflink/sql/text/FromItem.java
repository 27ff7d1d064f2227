package dev.aimonflink.sql.text;

import java.util.List;

/** An item of FROM: a table, a query in parentheses, or a join. */
public sealed interface FromItem {
    int position();

    /**
     * @param name perhaps with its schema
     * @param alias null if there is none
     */
    record Table(List<String> name, Alias alias, int position) implements FromItem {
        /** The name as it is written between dots. */
        public String written() {
            return String.join(".", name);
        }
    }

    /**
     * A query in parentheses.
     *
     * @param isLateral whether it may use the items before it
     * @param alias null if there is none
     */
    record Derived(QueryExpression query, boolean isLateral, Alias alias, int position) implements FromItem {}

    /**
     * Functions that return rows, side by side, and may use the items before them.
     *
     * @param calls one, or those of {@code ROWS FROM}
     * @param hasOrdinality whether a last column numbers the rows from 1 on
     * @param alias null if there is none
     */
    record Function(List<Expression.Call> calls, boolean hasOrdinality, Alias alias, int position) implements FromItem {
        /** The first one, which names the table that has no alias. */
        public Expression.Call first() {
            return calls.get(0);
        }
    }

    /**
     * @param condition null if there is none
     * @param using the columns that have to be equal; empty if there are none
     * @param isNatural whether all columns have to be equal that both sides have
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
        /** The natural join with the columns that it is by. */
        public Join by(List<String> columns) {
            return new Join(kind, left, right, condition, columns, isNatural, position);
        }

        /** Of which side the rows stay that have no partner. */
        public enum Kind {
            INNER,
            LEFT,
            RIGHT,
            FULL,
            /** Has neither a condition nor columns. */
            CROSS
        }
    }

    /**
     * Another name of a table.
     *
     * @param columns other names of its first columns
     */
    record Alias(String name, List<String> columns) {}
}
