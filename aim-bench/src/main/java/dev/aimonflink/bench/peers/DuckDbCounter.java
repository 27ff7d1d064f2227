package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;

/** Counts calls in DuckDB: merges batches of calls into a row for each subscriber. */
final class DuckDbCounter extends DuckDb implements CallCounter {
    private final List<StoredColumn> aggregates;
    private final DuckDbUpdateSql.Way way;
    private final List<String> merge;
    private final int batch;

    static List<CallCounter> inEachWay(MatrixSchema schema, int subscribers, int threads, int batch) {
        return Arrays.stream(DuckDbUpdateSql.Way.values())
                .<CallCounter>map(way -> new DuckDbCounter(schema, subscribers, threads, batch, way))
                .toList();
    }

    DuckDbCounter(MatrixSchema schema, int subscribers, int threads, int batch, DuckDbUpdateSql.Way way) {
        super(threads);
        aggregates = schema.columns();
        DuckDbUpdateSql sql = new DuckDbUpdateSql(aggregates);
        this.way = way;
        merge = sql.merge(way);
        this.batch = batch;
        try {
            execute(sql.create(subscribers));
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw failed("filled", e);
        }
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("batch", Integer.toString(batch), "way", way.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public String method() {
        return "a batch is appended, grouped by subscriber and merged in one transaction, with windows ignored; upsert:"
                + " INSERT ON CONFLICT DO UPDATE; replace: the new rows are made aside, the old ones deleted";
    }

    @Override
    public void count(Event[] calls) {
        try {
            for (int from = 0; from < calls.length; from += batch) {
                append(calls, from, Math.min(calls.length, from + batch));
                execute(merge);
                connection.commit();
            }
        } catch (SQLException e) {
            throw failed("updated", e);
        }
    }

    private void append(Event[] calls, int from, int to) throws SQLException {
        try (DuckDBAppender appender = connection.createAppender("calls")) {
            for (int i = from; i < to; i++) {
                Event call = calls[i];
                appender.beginRow()
                        .append(call.subscriberId())
                        .append(call.durationSeconds())
                        .append(call.costCents())
                        .append(call.longDistance())
                        .endRow();
            }
        }
    }

    /** A duplicate or missing subscriber differs in all cells. */
    @Override
    public long differences(CallTotals calls) {
        long[][] expected = aggregates.stream().map(calls::of).toArray(long[][]::new);
        String cells = aggregates.stream().map(DuckDbCounter::cell).collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT subscriber_id, " + cells + " FROM analytics_matrix")) {
            long rows = 0;
            long equal = 0;
            while (row.next()) {
                rows++;
                int id = (int) row.getLong(1);
                for (int i = 0; i < expected.length; i++) {
                    equal += row.getLong(i + 2) == expected[i][id] ? 1 : 0;
                }
            }
            return Math.max(rows, calls.subscribers()) * expected.length - equal;
        } catch (SQLException e) {
            throw failed("examined", e);
        }
    }

    /** Replaces NULL by the value that stands for none in a record. */
    private static String cell(StoredColumn aggregate) {
        return "coalesce(" + aggregate.name() + "::BIGINT, " + aggregate.empty() + ")";
    }
}
