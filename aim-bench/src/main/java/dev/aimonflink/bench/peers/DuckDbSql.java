package dev.aimonflink.bench.peers;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The queries in DuckDB's SQL, from {@code duckdb.sql}. A query with a dimension is asked in two ways, because the matrix joins dimensions
 * when a profile arrives: {@code joined}, as the papers write it, and {@code denormalised}, over columns of names joined at loading. All
 * statements were the fastest exact ones found for DuckDB 1.5.
 *
 * <p>Sums are exact integers. A ratio is one division of two doubles, each cast from such a sum, as in the engine; {@code AVG} would divide
 * in 80 bits and round twice.
 */
public final class DuckDbSql {
    static final String PLAIN = "plain";

    /** The suffix of columns that become amounts. */
    static final String CENTS = "_cents";

    /** @param parameters of the query, in the order of {@code $1}, {@code $2} and so on */
    public record Statement(String query, String way, String sql, List<String> parameters) {
        /** @param title the query, the way and the parameters */
        static Statement of(String title, String sql) {
            List<String> words = Arrays.asList(title.split(", "));
            return new Statement(words.get(0), words.get(1), sql, words.subList(2, words.size()));
        }
    }

    private static final List<Statement> STATEMENTS = SqlFile.read("duckdb.sql").entrySet().stream()
            .map(entry -> Statement.of(entry.getKey(), entry.getValue()))
            .toList();

    private DuckDbSql() {}

    public static List<Statement> of(String query) {
        return STATEMENTS.stream()
                .filter(statement -> statement.query().equals(query))
                .toList();
    }

    /** All rows of a statement, with the types of the matrix's answers. */
    public static List<List<Object>> rows(PreparedStatement prepared) throws SQLException {
        try (ResultSet result = prepared.executeQuery()) {
            ResultSetMetaData columns = result.getMetaData();
            int width = columns.getColumnCount();
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>(width);
                for (int column = 1; column <= width; column++) {
                    row.add(value(result.getObject(column), columns.getColumnName(column)));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    private static Object value(Object value, String column) {
        if (value instanceof Number number && !(value instanceof Double)) {
            return column.endsWith(CENTS) ? BigDecimal.valueOf(number.longValue(), 2) : (Object) number.longValue();
        }
        return value;
    }
}
