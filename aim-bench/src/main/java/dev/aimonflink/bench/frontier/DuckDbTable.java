package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.peers.DuckDbSql;
import dev.aimonflink.bench.world.CallAggregate;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * A table of subscribers in an in-memory DuckDB, with a column for each aggregate. One thread changes it by batches of calls, each in one
 * transaction, and clients ask on connections of their own.
 *
 * <pre>
 * calls -&gt; staged (appender) -&gt; UPDATE analytics_matrix FROM (SELECT ... FROM staged GROUP BY subscriber)
 * </pre>
 */
final class DuckDbTable implements AutoCloseable {
    private static final List<StoredColumn> COLUMNS =
            CallModel.schema(CallModel.AGGREGATES_PER_COPY).columns();

    /** Of all calls, local ones, and long-distance ones. */
    private static final List<String> FILTERS =
            List.of("", " FILTER (NOT is_long_distance)", " FILTER (is_long_distance)");

    private static final String STAGE = """
            CREATE OR REPLACE TEMP TABLE staged(
                subscriber_id BIGINT, duration INTEGER, cost BIGINT, is_long_distance BOOLEAN)""";

    private static final String APPLY = apply();

    private final DuckDBConnection writer;
    private final Deque<DuckDBConnection> idle = new ConcurrentLinkedDeque<>();

    /** @param clients that may ask at a time */
    DuckDbTable(int subscribers, int threads, int clients) {
        try {
            writer = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
            execute("SET threads = " + threads);
            execute(create(subscribers));
            for (int i = 0; i < clients; i++) {
                idle.push(writer.duplicate());
            }
        } catch (SQLException e) {
            throw failed("started", e);
        }
    }

    private static IllegalStateException failed(String what, SQLException cause) {
        return new IllegalStateException("DuckDB could not be " + what + ": " + cause.getMessage(), cause);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String create(int subscribers) {
        return COLUMNS.stream()
                .map(column -> (column.isExtreme() ? "NULL" : "0")
                        + (column.isInt() ? "::INTEGER " : "::BIGINT ")
                        + column.name())
                .collect(Collectors.joining(
                        ", ",
                        "CREATE TABLE analytics_matrix AS SELECT range::BIGINT AS subscriber_id, ",
                        " FROM range(" + subscribers + ")"));
    }

    private static String apply() {
        String changes = COLUMNS.stream().map(DuckDbTable::change).collect(Collectors.joining(", "));
        String sums = COLUMNS.stream()
                .collect(Collectors.toMap(DuckDbTable::alias, DuckDbTable::ofBatch, (one, same) -> one))
                .entrySet()
                .stream()
                .map(each -> each.getValue() + " AS " + each.getKey())
                .collect(Collectors.joining(", "));
        return "UPDATE analytics_matrix AS m SET " + changes + " FROM (SELECT subscriber_id, " + sums
                + " FROM staged GROUP BY subscriber_id) AS b WHERE m.subscriber_id = b.subscriber_id";
    }

    /** Of the batch; the same for both windows. */
    private static String alias(StoredColumn column) {
        return CallAggregate.of(column).name().toLowerCase(Locale.ROOT) + "_" + column.filter();
    }

    private static String ofBatch(StoredColumn column) {
        String field = CallAggregate.of(column).isCost() ? "cost" : "duration";
        String value = column.function() == EventFunction.COUNT
                ? "count(*)"
                : column.function().name().toLowerCase(Locale.ROOT) + "(" + field + ")";
        return value + FILTERS.get(column.filter());
    }

    private static String change(StoredColumn column) {
        String before = "m." + column.name();
        String batch = "b." + alias(column);
        String type = column.isInt() ? "::INTEGER" : "::BIGINT";
        return column.name() + " = "
                + switch (column.function()) {
                    case COUNT, SUM -> before + " + coalesce(" + batch + ", 0)" + type;
                    case MIN -> "least(" + before + ", " + batch + ")";
                    default -> "greatest(" + before + ", " + batch + ")";
                };
    }

    /** For one thread. */
    void apply(List<Event> calls) {
        try {
            writer.setAutoCommit(false);
            execute(STAGE);
            try (DuckDBAppender appender = writer.createAppender("temp", "main", "staged")) {
                for (Event call : calls) {
                    appender.beginRow()
                            .append(call.subscriberId())
                            .append(call.durationSeconds())
                            .append(call.costCents())
                            .append(call.longDistance())
                            .endRow();
                }
            }
            // Not prepared: DuckDB 1.5 keeps what it knew of the table when it prepared, and fails once values are
            // beyond.
            execute(APPLY);
            writer.commit();
        } catch (SQLException e) {
            throw failed("changed", e);
        }
    }

    /** For as many threads as there are clients. */
    List<List<Object>> answer(AskedQuery call) {
        DuckDbSql.Statement statement = DuckDbSql.of(call.query()).get(0);
        return answer(statement.sql(), statement.parameters(), call.params());
    }

    private List<List<Object>> answer(String sql, List<String> names, Map<String, Object> values) {
        DuckDBConnection connection = idle.pop();
        // Prepared for each question, for the same reason.
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (int i = 0; i < names.size(); i++) {
                prepared.setObject(i + 1, values.get(names.get(i)));
            }
            return DuckDbSql.rows(prepared);
        } catch (SQLException e) {
            throw failed("asked", e);
        } finally {
            idle.push(connection);
        }
    }

    /** For tests. */
    List<List<Object>> answer(String sql) {
        return answer(sql, List.of(), Map.of());
    }

    @Override
    public void close() {
        try {
            for (DuckDBConnection each : idle) {
                each.close();
            }
            writer.close();
        } catch (SQLException e) {
            throw failed("closed", e);
        }
    }
}
