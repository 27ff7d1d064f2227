package dev.aimonflink.lab.meter;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.QueryResult.Timings;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Answers for tests. */
public final class Results {
    public static final LocalDate MONDAY = LocalDate.of(2026, 1, 5);
    public static final AsOf NOON = asOf(1_767_614_400_000L, MONDAY, MONDAY);

    private Results() {}

    /** A moment of a matrix that has these windows and no Kafka partition behind. */
    public static AsOf asOf(long eventTimeMs, LocalDate day, LocalDate week) {
        return new AsOf(eventTimeMs, eventTimeMs, Map.of("1 day", day, "1 week", week), null, 0, 0);
    }

    public static QueryResult ok(AskedQuery call, List<List<Object>> rows) {
        return ok(call, rows, NOON, 10);
    }

    public static QueryResult ok(AskedQuery call, List<List<Object>> rows, AsOf asOf, long rowsScanned) {
        int width = rows.isEmpty() ? 0 : rows.get(0).size();
        List<String> columns =
                IntStream.range(0, width).mapToObj(i -> "column" + i).toList();
        return ok(call, columns, rows, asOf, rowsScanned);
    }

    public static QueryResult ok(AskedQuery call, List<String> columns, List<List<Object>> rows) {
        return ok(call, columns, rows, NOON, 10);
    }

    private static QueryResult ok(
            AskedQuery call, List<String> columns, List<List<Object>> rows, AsOf asOf, long rowsScanned) {
        return new QueryResult(
                new QueryResult.Origin("r-1", "c1", call.query()),
                Status.OK,
                new QueryResult.Table(columns, List.of(), rows),
                asOf,
                new QueryResult.Work(new Partitions(2, 2), rowsScanned, Timings.NONE),
                null);
    }

    public static QueryResult overloaded(AskedQuery call) {
        return QueryResult.refusal(
                "r-1", "c1", call.query(), new QueryError(QueryError.Code.OVERLOADED, "Too much. Ask again later."));
    }
}
