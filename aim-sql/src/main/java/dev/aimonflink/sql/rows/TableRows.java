package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;

/** The rows of tables. */
@FunctionalInterface
public interface TableRows {
    /**
     * The rows of a table, from the first, with a value for each of its columns. They are taken one by one, and not
     * beyond those that are needed. A row keeps its values, because a query may hold on to it.
     */
    Iterable<Row> rows(Table table);
}
