package dev.aimonflink.bench.load;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks a gateway through JDBC what others ask through Kafka: the text of a question in SQL, prepared once on each connection, with its values.
 * A question is asked by a thread that waits for its answer, so that of handing it over is part of its time.
 */
public final class JdbcClient implements Asking, AutoCloseable {
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final Deque<Session> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger number = new AtomicInteger();
    private final ExecutorService threads;

    /** @param sessions questions that are asked at a time; later ones wait */
    public JdbcClient(String url, int sessions) throws SQLException {
        threads = Executors.newFixedThreadPool(
                sessions, task -> new Thread(task, "aim-bench-jdbc-" + number.incrementAndGet()));
        try {
            for (int i = 0; i < sessions; i++) {
                idle.push(new Session(DriverManager.getConnection(url)));
            }
        } catch (SQLException e) {
            try (this) {
                throw e;
            }
        }
    }

    /** A connection and what is prepared on it. */
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

    static QueryResult answer(AskedQuery call, List<List<Object>> rows) {
        return new QueryResult(
                new QueryResult.Origin("", "", call.query()),
                QueryResult.Status.OK,
                new QueryResult.Table(List.of(), List.of(), rows),
                QueryResult.AsOf.NO_EVENT,
                QueryResult.Work.NONE,
                null);
    }

    /** The timeout is that of the connection. */
    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        return CompletableFuture.supplyAsync(
                () -> {
                    // The one that was used last, so that few questions at a time are asked on few connections.
                    Session session = idle.pop();
                    try {
                        return session.ask(call);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e.getSQLState() + " " + e.getMessage(), e);
                    } finally {
                        idle.push(session);
                    }
                },
                threads);
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(LONGEST_CLOSE.toSeconds(), TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Session each : idle) {
            try {
                each.connection().close();
            } catch (SQLException gone) {
                // The gateway ends it, too.
            }
        }
    }
}
