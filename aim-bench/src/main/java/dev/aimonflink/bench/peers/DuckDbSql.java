package dev.aimonflink.bench.peers;

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
final class DuckDbSql {
    static final String PLAIN = "plain";

    /** The suffix of columns that become amounts. */
    static final String CENTS = "_cents";

    /** @param parameters of the query, in the order of {@code $1}, {@code $2} and so on */
    record Statement(String query, String way, String sql, List<String> parameters) {
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

    static List<Statement> of(String query) {
        return STATEMENTS.stream()
                .filter(statement -> statement.query().equals(query))
                .toList();
    }
}
