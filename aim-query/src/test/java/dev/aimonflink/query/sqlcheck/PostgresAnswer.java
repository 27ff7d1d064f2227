package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.query.postgres.PostgresServer;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The answer to a query in a form in which those of PostgreSQL and ours can be compared: all digits of a number, and the bits of a
 * double.
 *
 * @param error the SQLSTATE if there is no answer, and then all else is empty
 */
record PostgresAnswer(List<String> columns, List<String> types, List<List<String>> rows, String error) {
    private static final Map<String, String> TYPES = Map.of(
            "int4",
            "integer",
            "int8",
            "bigint",
            "float8",
            "double precision",
            "bool",
            "boolean",
            "timestamptz",
            "timestamp with time zone");

    static PostgresAnswer failed(String sqlState) {
        return new PostgresAnswer(List.of(), List.of(), List.of(), sqlState);
    }

    /** @throws SQLException if the server does not answer any more, which says nothing about the query */
    static PostgresAnswer ask(Statement statement, String text) throws SQLException {
        try (ResultSet result = statement.executeQuery(text)) {
            ResultSetMetaData meta = result.getMetaData();
            List<String> columns = new ArrayList<>();
            List<String> types = new ArrayList<>();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                columns.add(meta.getColumnLabel(i));
                String type = meta.getColumnTypeName(i);
                types.add(TYPES.getOrDefault(type, type.startsWith("\"") || type.contains("cards_") ? "enum" : type));
            }
            List<List<String>> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    row.add(cell(result, i, types.get(i - 1)));
                }
                rows.add(row);
            }
            return new PostgresAnswer(columns, types, rows, null);
        } catch (SQLException failure) {
            if (PostgresServer.isLost(failure)) {
                throw failure;
            }
            return failed(failure.getSQLState());
        }
    }

    private static String cell(ResultSet result, int column, String type) throws SQLException {
        if (result.getString(column) == null) {
            return "null";
        }
        return switch (type) {
            case "double precision" -> withoutSignOfZero(result.getDouble(column));
            case "boolean" -> String.valueOf(result.getBoolean(column));
            case "timestamp with time zone" ->
                result.getObject(column, OffsetDateTime.class).toInstant().toString();
            default -> result.getString(column);
        };
    }

    static PostgresAnswer of(QueryResult ours) {
        if (ours.error() != null) {
            return failed(
                    ours.error().code() == QueryError.Code.INTERNAL
                            ? ours.error().toString()
                            : ours.error().inSql().state());
        }
        List<String> types = ours.types().stream()
                .map(type -> type.startsWith("numeric") ? "numeric" : type)
                .toList();
        List<List<String>> rows = ours.rows().stream()
                .map(row -> row.stream().map(PostgresAnswer::shown).toList())
                .toList();
        return new PostgresAnswer(ours.columns(), types, rows, null);
    }

    private static String shown(Object value) {
        if (value instanceof Double number) {
            return withoutSignOfZero(number);
        }
        return value instanceof BigDecimal exact ? exact.toPlainString() : String.valueOf(value);
    }

    /** Both zeros are equal, so any of them may stand for a group. */
    private static String withoutSignOfZero(double number) {
        return Double.toString(number == 0 ? 0 : number);
    }

    PostgresAnswer inAnyOrder() {
        return withRows(
                rows.stream().sorted(Comparator.comparing(List::toString)).toList());
    }

    /** The same numbers, but without the zeros behind their digits. */
    PostgresAnswer withoutScales() {
        return withRows(rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i ->
                                types.get(i).equals("numeric") && !row.get(i).equals("null")
                                        ? new BigDecimal(row.get(i))
                                                .stripTrailingZeros()
                                                .toPlainString()
                                        : row.get(i))
                        .toList())
                .toList());
    }

    private PostgresAnswer withRows(List<List<String>> others) {
        return new PostgresAnswer(columns, types, others, error);
    }
}
