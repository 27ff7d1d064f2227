package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The tables and columns that exist, as tables for queries: {@code information_schema.tables} and {@code information_schema.columns} of the
 * SQL standard, with PostgreSQL's names of types. The last columns of the latter are our own:
 *
 * <ul>
 *   <li>{@code is_kept}: whether the column is always kept for scans,
 *   <li>{@code other_names}: further names of the column, separated by commas, or null,
 *   <li>{@code description}, {@code unit}: what a column of the matrix holds, in words and of which unit, or null.
 * </ul>
 *
 * A third, {@code information_schema.model}, is our own: the model's name and its page of YAML, from which clients learn how events and
 * keys are written. The tables list neither themselves nor the sums of squares that no model asks for.
 */
final class CatalogTables {
    private static final String SCHEMA = "public";
    private static final String YES = "YES";
    private static final String NO = "NO";
    private static final Set<String> NUMBERS = Set.of("ordinal_position", "numeric_precision", "numeric_scale");
    private static final Table TABLES = table("information_schema.tables", "table_schema", "table_name", "table_type");
    private static final Table COLUMNS = table(
            "information_schema.columns",
            "table_schema",
            "table_name",
            "column_name",
            "ordinal_position",
            "is_nullable",
            "data_type",
            "numeric_precision",
            "numeric_scale",
            "is_kept",
            "other_names",
            "description",
            "unit");

    private static final Table MODEL = table("information_schema.model", "name", "yaml");

    private CatalogTables() {}

    private static Table table(String name, String... names) {
        List<Column> columns = new ArrayList<>();
        for (String column : names) {
            SqlType type = NUMBERS.contains(column) ? SqlType.INTEGER : SqlType.TEXT;
            columns.add(Column.of(column, type, columns.size()));
        }
        return new Table(name, List.copyOf(columns), Map.of());
    }

    static Collection<String> names() {
        return List.of(TABLES.name(), COLUMNS.name(), MODEL.name());
    }

    static Optional<Table> find(String name) {
        return Stream.of(TABLES, COLUMNS, MODEL)
                .filter(table -> table.name().equals(name))
                .findFirst();
    }

    static List<Row> rows(Table table, MatrixTables of) {
        if (table.name().equals(MODEL.name())) {
            Model model = of.schema().model();
            return List.of(Row.of(model.name(), ModelFile.text(model)));
        }
        List<Row> rows = new ArrayList<>();
        for (String name : of.ownNames()) {
            if (table.name().equals(TABLES.name())) {
                rows.add(Row.of(SCHEMA, name, of.isOtherName(name) ? "VIEW" : "BASE TABLE"));
            } else {
                addColumns(of.find(name).orElseThrow(), of, rows);
            }
        }
        return rows;
    }

    private static void addColumns(Table table, MatrixTables of, List<Row> rows) {
        Map<String, TreeSet<String>> otherNames = new TreeMap<>();
        table.aliases()
                .forEach((alias, name) ->
                        otherNames.computeIfAbsent(name, any -> new TreeSet<>()).add(alias));
        boolean isMatrix = of.isMatrix(table);
        long place = 0;
        for (Column column : table.columns()) {
            MatrixColumn content = isMatrix ? of.matrixColumns().get(column.index()) : null;
            if (content == null || !MatrixTables.isInternal(content)) {
                place++;
                rows.add(Row.of(
                        SCHEMA,
                        table.name(),
                        column.name(),
                        place,
                        content != null && MatrixTables.canBeNull(content) ? YES : NO,
                        dataType(column.type()),
                        precision(column.type()),
                        scale(column.type()),
                        content == null || of.isKept(content) ? YES : NO,
                        otherNames.containsKey(column.name()) ? String.join(", ", otherNames.get(column.name())) : null,
                        content == null ? null : content.description(of.schema().model()),
                        content == null ? null : content.unit(of.schema().model())));
            }
        }
    }

    /** To askers, the labels of an enumeration are texts. */
    private static String dataType(SqlType type) {
        return switch (type.kind()) {
            case ENUM -> SqlType.TEXT.toString();
            case NUMERIC -> SqlType.NUMERIC.toString();
            default -> type.toString();
        };
    }

    /** As in PostgreSQL: digits of {@code numeric}, bits of other numbers; null if unbounded. */
    private static Long precision(SqlType type) {
        return switch (type.kind()) {
            case INTEGER -> (long) Integer.SIZE;
            case BIGINT -> (long) Long.SIZE;
            case DOUBLE -> 53L;
            case NUMERIC -> type.isLimited() ? (Long) (long) type.precision() : null;
            default -> null;
        };
    }

    private static Long scale(SqlType type) {
        return switch (type.kind()) {
            case INTEGER, BIGINT -> 0L;
            case NUMERIC -> type.isLimited() ? (Long) (long) type.scale() : null;
            default -> null;
        };
    }
}
