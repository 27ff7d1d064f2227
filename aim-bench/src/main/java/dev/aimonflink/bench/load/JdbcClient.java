package dev.aimonflink.bench.load;

import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Asks a gateway through JDBC what others ask through Kafka: the SQL text, prepared once on each connection, with its values. For as many
 * threads as it has connections.
 */
public final class JdbcClient implements AutoCloseable {
    private final Deque<Session> idle = new ConcurrentLinkedDeque<>();

    public JdbcClient(String url, int connections) throws SQLException {
        try {
            for (int i = 0; i < connections; i++) {
                idle.push(new Session(DriverManager.getConnection(url)));
            }
        } catch (SQLException e) {
            try (this) {
                throw e;
            }
        }
    }

    private record Session(Connection connection, Map<String, PreparedStatement> prepared) {
        Session(Connection connection) {
            this(connection, new HashMap<>());
        }

        QueryResult ask(AskedQuery call) throws SQLException {
            PreparedStatement statement = prepared(call.params().get("text").toString());
            for (int i = 1; call.params().containsKey(Integer.toString(i)); i++) {
                statement.setObject(i, call.params().get(Integer.toString(i)));
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<List<Object>> all = new ArrayList<>();
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    List<Object> row = new ArrayList<>(columns);
                    for (int column = 1; column <= columns; column++) {
                        row.add(rows.getObject(column));
                    }
                    all.add(row);
                }
                return answer(call, all);
            }
        }

        private PreparedStatement prepared(String text) throws SQLException {
            PreparedStatement known = prepared.get(text);
            if (known == null) {
                known = connection.prepareStatement(text.replaceAll("\\$\\d+", "?"));
                prepared.put(text, known);
            }
            return known;
        }
    }

    /** What a system without this project's answers answers. */
    public static QueryResult answer(AskedQuery call, List<List<Object>> rows) {
        return new QueryResult(
                new QueryResult.Origin("", "", call.query()),
                QueryResult.Status.OK,
                new QueryResult.Table(List.of(), List.of(), rows),
                QueryResult.AsOf.NO_EVENT,
                QueryResult.Work.NONE,
                null);
    }

    /** Waits for the answer as long as the gateway lets a statement run. */
    public QueryResult answer(AskedQuery call) {
        // The last used one, so that few questions at a time use few connections.
        Session session = idle.pop();
        try {
            return session.ask(call);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getSQLState() + " " + e.getMessage(), e);
        } finally {
            idle.push(session);
        }
    }

    @Override
    public void close() {
        for (Session each : idle) {
            try {
                each.connection().close();
            } catch (SQLException gone) {
                // The gateway ends it, too.
            }
        }
    }
}
