package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Named rows of the gateway.
 *
 * @param rows computed when a statement reads them; represented as {@link dev.aimonflink.sql.bind.Bound} says
 */
public record Relation(String schema, String name, List<PgColumn> columns, Supplier<List<Object[]>> rows) {
    /** The same with each row changed. */
    public Relation with(UnaryOperator<Object[]> changed) {
        return new Relation(
                schema, name, columns, () -> rows.get().stream().map(changed).toList());
    }

    /** As a query names it. */
    public Table table() {
        List<Column> all = new ArrayList<>();
        for (PgColumn column : columns) {
            all.add(Column.of(column.name(), SqlType.of(column.type()), all.size()));
        }
        return new Table(schema + "." + name, List.copyOf(all), Map.of());
    }
}
