package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;

/** The rows of tables. */
@FunctionalInterface
public interface TableRows {
    /** They are read one by one, as needed. A row keeps its values, because a query may hold on to it. */
    Iterable<Row> rows(Table table);
}
