package dev.aimonflink.query.tables;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What tables and columns there are, as tables that a query can name: {@code information_schema.tables} and {@code
 * information_schema.columns} of the SQL standard, with PostgreSQL's names of types. The last two columns of the latter are our own:
 *
 * <ul>
 *   <li>{@code is_kept}: whether scans can read the column,
 *   <li>{@code other_names}: further names of the column with commas between them, or null.
 * </ul>
 *
 * They have neither themselves nor the sums of squares that no model asks for.
 */
final class CatalogTables {
    private static final String SCHEMA = "public";
    private static final String TABLES = "information_schema.tables";
    private static final String COLUMNS = "information_schema.columns";
    private static final String YES = "YES";
    private static final String NO = "NO";

    private static final Map<String, Table> CATALOG = catalog();

    private CatalogTables() {}

    private static Map<String, Table> catalog() {
        Map<String, SqlType> ofTables = new LinkedHashMap<>();
        ofTables.put("table_schema", SqlType.TEXT);
        ofTables.put("table_name", SqlType.TEXT);
        ofTables.put("table_type", SqlType.TEXT);
        Map<String, SqlType> ofColumns = new LinkedHashMap<>();
        ofColumns.put("table_schema", SqlType.TEXT);
        ofColumns.put("table_name", SqlType.TEXT);
        ofColumns.put("column_name", SqlType.TEXT);
        ofColumns.put("ordinal_position", SqlType.INTEGER);
        ofColumns.put("is_nullable", SqlType.TEXT);
        ofColumns.put("data_type", SqlType.TEXT);
        ofColumns.put("numeric_precision", SqlType.INTEGER);
        ofColumns.put("numeric_scale", SqlType.INTEGER);
        ofColumns.put("is_kept", SqlType.TEXT);
        ofColumns.put("other_names", SqlType.TEXT);
        Map<String, Table> catalog = new LinkedHashMap<>();
        catalog.put(TABLES, table(TABLES, ofTables));
        catalog.put(COLUMNS, table(COLUMNS, ofColumns));
        return catalog;
    }

    private static Table table(String name, Map<String, SqlType> types) {
        List<Column> columns = new ArrayList<>();
        types.forEach((column, type) -> columns.add(Column.of(column, type, columns.size())));
        return new Table(name, List.copyOf(columns), Map.of());
    }

    static Collection<String> names() {
        return CATALOG.keySet();
    }

    static Optional<Table> find(String name) {
        return Optional.ofNullable(CATALOG.get(name));
    }

    /** @param table of the catalog */
    static List<Row> rows(Table table, MatrixTables of) {
        List<Row> rows = new ArrayList<>();
        for (String name : of.ownNames()) {
            if (table.name().equals(TABLES)) {
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
                        content != null && canBeNull(content) ? YES : NO,
                        dataType(column.type()),
                        precision(column.type()),
                        scale(column.type()),
                        content == null || of.isKept(content) ? YES : NO,
                        otherNames.containsKey(column.name())
                                ? String.join(", ", otherNames.get(column.name()))
                                : null));
            }
        }
    }

    /** Keys, counts and sums have a value in every row. */
    private static boolean canBeNull(MatrixColumn column) {
        return column instanceof MatrixColumn.Stored stored
                ? stored.column().isExtreme()
                : !(column instanceof MatrixColumn.Key);
    }

    /** The labels of an enumeration are texts to whoever asks. */
    private static String dataType(SqlType type) {
        return switch (type.kind()) {
            case ENUM -> SqlType.TEXT.toString();
            case NUMERIC -> SqlType.NUMERIC.toString();
            default -> type.toString();
        };
    }

    /** As in PostgreSQL in digits of {@code numeric}, and in bits of other numbers; null if it has no bound. */
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
