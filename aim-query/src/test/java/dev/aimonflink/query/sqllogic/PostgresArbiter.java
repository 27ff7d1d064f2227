package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.postgresql.util.PGInterval;

/**
 * Asks PostgreSQL what is right where an answer differs from a file: files were written with another system. The server is a process
 * of our own, which starts with the first such query.
 */
public final class PostgresArbiter implements LogicEngine.Factory, AutoCloseable {
    private PostgresServer server;
    private Connection connection;

    @Override
    public LogicEngine over(LogicTables tables) {
        try {
            start();
            try (Statement statement = connection.createStatement()) {
                statement.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
                for (LogicTables.Contents table : tables.all()) {
                    statement.execute("CREATE TABLE " + table.name()
                            + table.columns().stream()
                                    .map(column -> column.name() + (column.isText() ? " TEXT" : " INTEGER"))
                                    .collect(Collectors.joining(", ", "(", ")")));
                    for (Object[] row : table.rows()) {
                        statement.execute("INSERT INTO " + table.name()
                                + Arrays.stream(row)
                                        .map(value -> value instanceof String ? "'" + value + "'" : "" + value)
                                        .collect(Collectors.joining(", ", " VALUES (", ")")));
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL has not taken the tables: " + e.getMessage(), e);
        }
        return this::ask;
    }

    private void start() throws SQLException {
        if (server == null) {
            server = PostgresServer.start();
            connection = server.connect();
        }
    }

    /** The same server as one that answers files whose words of errors are ours. */
    public LogicSystem system() {
        return new LogicSystem(LogicSystem.POSTGRESQL, tables -> {
            LogicEngine engine = over(tables);
            return sql -> {
                LogicEngine.Reply reply = engine.ask(sql);
                return reply.isFailed() ? LogicEngine.Reply.failed(reply.state(), null) : reply;
            };
        });
    }

    private LogicEngine.Reply ask(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int width = result.getMetaData().getColumnCount();
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    Object value = result.getObject(i);
                    boolean isOfTime = value instanceof java.util.Date || value instanceof PGInterval;
                    row.add(isOfTime ? result.getString(i) : value);
                }
                rows.add(row);
            }
            return LogicEngine.Reply.of(rows);
        } catch (SQLException failure) {
            if (PostgresServer.isLost(failure)) {
                throw new IllegalStateException(
                        "PostgreSQL does not answer any more: " + failure.getMessage(), failure);
            }
            return LogicEngine.Reply.failed(failure.getSQLState(), failure.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
            if (server != null) {
                server.close();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL did not stop.", e);
        }
    }
}
