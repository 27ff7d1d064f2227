package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.type.PgColumn;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Rows that the gateway has, under a name.
 *
 * @param rows computed when a statement reads them; represented as {@link dev.aimonflink.sql.type.PgType} says
 */
public record Relation(String schema, String name, List<PgColumn> columns, Supplier<List<Object[]>> rows) {
    /** The same with other rows, each made of one of these. */
    public Relation with(UnaryOperator<Object[]> changed) {
        return new Relation(
                schema, name, columns, () -> rows.get().stream().map(changed).toList());
    }
}
