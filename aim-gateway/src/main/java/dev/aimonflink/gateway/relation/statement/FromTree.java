package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.text.FromItem;
import java.util.List;

/** What FROM lists, with names and types resolved. Each item has a range of columns of the row. */
sealed interface FromTree {
    int from();

    int to();

    /**
     * A table, a query or a function.
     *
     * @param isStable whether its rows are the same for all rows of the other items and of the query around
     */
    record Leaf(int from, int to, boolean isStable, Rows rows) implements FromTree {}

    record Join(FromItem.Join.Kind kind, FromTree left, FromTree right, List<Conjunct> conditions) implements FromTree {
        @Override
        public int from() {
            return left.from();
        }

        @Override
        public int to() {
            return right.to();
        }
    }

    /** Computes the rows of an item. */
    @FunctionalInterface
    interface Rows {
        List<Object[]> of(Frame frame);
    }
}
