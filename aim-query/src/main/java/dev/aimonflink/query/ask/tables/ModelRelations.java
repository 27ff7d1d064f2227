package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.rows.TableRows;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The rows of the tables of a model, and of others.
 *
 * @param others by the name of the table
 */
public record ModelRelations(MatrixTables tables, Map<String, Iterable<Row>> others) implements TableRows {
    @Override
    public Iterable<Row> rows(Table table) {
        Iterable<Row> given = others.get(table.name());
        if (given != null) {
            return given;
        }
        EntityTable file = tables.file(table);
        if (file == null) {
            return CatalogTables.rows(table, tables);
        }
        boolean isKeyText = table.columns().get(0).type().is(Kind.TEXT);
        return () -> IntStream.range(0, file.rows())
                .mapToObj(row -> row(file, row, isKeyText))
                .iterator();
    }

    private static Row row(EntityTable file, int row, boolean isKeyText) {
        return column -> column == 0 && !isKeyText ? (Object) Long.valueOf(file.cell(row, 0)) : file.cell(row, column);
    }
}
