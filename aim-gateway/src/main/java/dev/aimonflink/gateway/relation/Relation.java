package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Named rows of the gateway.
 *
 * @param rows computed when a statement reads them; represented as {@link dev.aimonflink.sql.bind.Bound} says
 * @param catalog the number of a table of the catalogs, which has {@link #SYSTEM} columns besides those that {@code *} shows; else 0
 */
public record Relation(
        String schema, String name, List<PgColumn> columns, Supplier<List<Object[]>> rows, long catalog) {
    /** The number of a row's table, and the transaction that has written the row, by which tools look for changes. */
    private static final List<PgColumn> SYSTEM =
            List.of(new PgColumn("tableoid", PgType.OID), new PgColumn("xmin", PgType.OID));

    private static final Long ONLY_WRITER = 1L;

    public Relation(String schema, String name, List<PgColumn> columns, Supplier<List<Object[]>> rows) {
        this(schema, name, columns, rows, 0);
    }

    /** The same with each row changed. */
    public Relation with(UnaryOperator<Object[]> changed) {
        return new Relation(
                schema, name, columns, () -> rows.get().stream().map(changed).toList(), catalog);
    }

    private boolean isCatalog() {
        return catalog != 0;
    }

    /** As a query names it. */
    public Table table() {
        List<Column> all = new ArrayList<>();
        Set<Integer> unlisted = new HashSet<>();
        columns.forEach(column -> all.add(Column.of(column.name(), SqlType.of(column.type()), all.size())));
        for (PgColumn column : isCatalog() ? SYSTEM : List.<PgColumn>of()) {
            unlisted.add(all.size());
            all.add(Column.of(column.name(), SqlType.of(column.type()), all.size()));
        }
        return new Table(schema + "." + name, List.copyOf(all), Map.of(), Set.copyOf(unlisted), Map.of());
    }

    /** Its rows, with a value for each column of {@link #table()}. */
    List<Row> tableRows() {
        return rows.get().stream()
                .map(row -> Row.of(isCatalog() ? withSystem(row) : row))
                .toList();
    }

    private Object[] withSystem(Object[] row) {
        Object[] all = Arrays.copyOf(row, row.length + SYSTEM.size());
        all[row.length] = catalog;
        all[row.length + 1] = ONLY_WRITER;
        return all;
    }
}
