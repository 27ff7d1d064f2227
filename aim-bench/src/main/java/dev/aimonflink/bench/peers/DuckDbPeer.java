package dev.aimonflink.bench.peers;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/** Answers queries by an in-memory DuckDB in this process. */
final class DuckDbPeer implements Peer {
    private final DuckDBConnection connection;

    DuckDbPeer(int threads) {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET threads = " + threads);
            }
        } catch (SQLException e) {
            throw failed("started", e);
        }
    }

    private static IllegalStateException failed(String what, SQLException cause) {
        return new IllegalStateException("DuckDB could not be " + what + ": " + cause.getMessage(), cause);
    }

    @Override
    public String name() {
        return "duckdb";
    }

    @Override
    public Map<String, Object> configuration() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("version", setting("version()"));
        facts.put("database", "in memory, in this process");
        for (String setting : List.of("threads", "memory_limit", "preserve_insertion_order")) {
            facts.put(setting, setting("current_setting('" + setting + "')"));
        }
        facts.put("types", "INTEGER counts, durations and keys; BIGINT cents; ENUM names");
        facts.put("prepared", "CHECKPOINT and ANALYZE after loading; prepared statements");
        facts.put("measured", "executing a prepared statement and fetching all rows");
        return facts;
    }

    private String setting(String expression) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + expression)) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw failed("asked for its configuration", e);
        }
    }

    @Override
    public void load(MatrixSchema schema, Collection<String> columns, Stream<EntityRecord> subscribers) {
        try {
            new DuckDbTables(connection, schema, columns).load(subscribers);
        } catch (SQLException e) {
            throw failed("loaded", e);
        }
    }

    @Override
    public Map<String, Question> prepare(AskedQuery call) {
        Map<String, Question> questions = new LinkedHashMap<>();
        List<DuckDbSql.Statement> statements = AdHocQueries.has(call.query())
                ? List.of(new DuckDbSql.Statement(
                        call.query(), DuckDbSql.PLAIN, AdHocQueries.peers(call.query()), List.of()))
                : DuckDbSql.of(call.query());
        for (DuckDbSql.Statement statement : statements) {
            questions.put(statement.way(), prepare(statement, call));
        }
        return questions;
    }

    /** The statement is closed with the connection. */
    private Question prepare(DuckDbSql.Statement statement, AskedQuery call) {
        try {
            PreparedStatement prepared = connection.prepareStatement(statement.sql());
            for (int i = 0; i < statement.parameters().size(); i++) {
                prepared.setObject(
                        i + 1, call.params().get(statement.parameters().get(i)));
            }
            return () -> rows(prepared);
        } catch (SQLException e) {
            throw failed("prepared for " + call, e);
        }
    }

    private static List<List<Object>> rows(PreparedStatement prepared) {
        try {
            return DuckDbSql.rows(prepared);
        } catch (SQLException e) {
            throw failed("asked", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed("closed", e);
        }
    }
}
