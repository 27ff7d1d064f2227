package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables of a world in PostgreSQL, with the same types and rows. */
final class PostgresTables {
    private final Connection connection;

    PostgresTables(Connection connection) {
        this.connection = connection;
    }

    /**
     * Replaces all tables.
     *
     * @param rows asks for all rows of a table, with the columns in its order
     */
    void replace(List<Table> tables, Function<Table, QueryResult> rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        }
        for (Table table : tables) {
            create(table);
            fill(table, rows.apply(table).rows());
        }
    }

    private void create(Table table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Column column : table.columns()) {
                if (column.type().is(SqlType.Kind.ENUM)) {
                    String labels = column.type().labels().stream()
                            .map(label -> "'" + label + "'")
                            .collect(Collectors.joining(", "));
                    statement.execute("CREATE TYPE " + typeOf(table, column) + " AS ENUM (" + labels + ")");
                }
            }
            statement.execute("CREATE TABLE " + table.name() + " ("
                    + table.columns().stream()
                            .map(column -> column.name() + " " + typeOf(table, column))
                            .collect(Collectors.joining(", "))
                    + ")");
        }
    }

    private static String typeOf(Table table, Column column) {
        return switch (column.type().kind()) {
            case ENUM -> table.name() + "_" + column.name();
            // Cells of 64 bits may have a digit more than the type says; the values themselves have their scale.
            case NUMERIC -> "numeric";
            default -> column.type().toString();
        };
    }

    private void fill(Table table, List<List<Object>> rows) throws SQLException {
        String values = table.columns().stream()
                .map(column -> "CAST(? AS " + typeOf(table, column) + ")")
                .collect(Collectors.joining(", "));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table.name() + " VALUES (" + values + ")")) {
            for (List<Object> row : rows) {
                for (int i = 0; i < row.size(); i++) {
                    insert.setString(i + 1, row.get(i) == null ? null : text(row.get(i)));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static String text(Object value) {
        return value instanceof BigDecimal exact ? exact.toPlainString() : value.toString();
    }
}
