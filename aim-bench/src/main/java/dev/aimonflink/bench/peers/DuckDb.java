package dev.aimonflink.bench.peers;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.duckdb.DuckDBConnection;

/** A DuckDB in this process, in memory. */
abstract class DuckDb implements AutoCloseable {
    final DuckDBConnection connection;

    DuckDb(int threads) {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
            execute(List.of("SET threads = " + threads));
        } catch (SQLException e) {
            throw failed("started", e);
        }
    }

    /** The name in figures. */
    public final String name() {
        return "duckdb";
    }

    /** Statements are not prepared, because a plan may rely on statistics that the next batch changes. */
    final void execute(List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static IllegalStateException failed(String what, SQLException cause) {
        return new IllegalStateException("DuckDB could not be " + what + ": " + cause.getMessage(), cause);
    }

    @Override
    public final void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed("closed", e);
        }
    }
}
