package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.text.FromItem;
import java.util.List;

/** What FROM lists, with names and types resolved. Each item has a range of columns of the row. */
sealed interface FromTree {
    int from();

    int to();

    /** What its rows depend on of other items and of the query around. */
    Scope.Use use();

    /** Whether its rows are the same for all rows of the other items and of the query around. */
    default boolean isStable() {
        return use().columns().isEmpty() && !use().isOpen();
    }

    /**
     * A table, a query or a function.
     *
     * @param use what its rows depend on
     */
    record Leaf(int from, int to, Scope.Use use, Rows rows) implements FromTree {}

    record Join(FromItem.Join.Kind kind, FromTree left, FromTree right, List<Conjunct> conditions) implements FromTree {
        @Override
        public int from() {
            return left.from();
        }

        @Override
        public int to() {
            return right.to();
        }

        @Override
        public Scope.Use use() {
            Scope.Use use = left.use().and(right.use());
            for (Conjunct condition : conditions) {
                use = use.and(condition.use());
            }
            return use.without(from(), to());
        }
    }

    /** Computes the rows of an item. */
    @FunctionalInterface
    interface Rows {
        List<Object[]> of(Frame frame);
    }
}
