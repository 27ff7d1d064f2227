package dev.aimonflink.clients;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.QueryResult.Timings;
import dev.aimonflink.query.serve.request.Request;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Answers that a job could give. */
public final class Results {
    private Results() {}

    private static final long NOW_MS = 1_795_132_800_000L;
    private static final Map<String, Temporal> WINDOWS = windows();
    private static final Map<Integer, Place> PROGRESS =
            new TreeMap<>(Map.of(0, new Place(1234, NOW_MS), 1, new Place(0, null)));

    private static Map<String, Temporal> windows() {
        Map<String, Temporal> windows = new LinkedHashMap<>();
        windows.put("1 day", LocalDate.of(2026, 11, 20));
        windows.put("1 week", LocalDate.of(2026, 11, 16));
        windows.put("last 24 hours", LocalDateTime.of(2026, 11, 19, 1, 0));
        return windows;
    }

    public static QueryResult ok(Request request, List<String> columns, List<List<Object>> rows) {
        return ok(
                request,
                columns,
                rows,
                new AsOf(NOW_MS, NOW_MS, WINDOWS, request.wantsProgress() ? PROGRESS : null, 0, 0));
    }

    /** An answer that lacks the last hour of a Kafka partition. */
    public static QueryResult behind(Request request) {
        AsOf anHourAgo = new AsOf(NOW_MS - 3_600_000, NOW_MS, WINDOWS, null, 0, 0);
        return ok(request, List.of("value"), List.of(List.of(1L)), anHourAgo);
    }

    /** An answer of a job that went on without so many events that Kafka no longer had. */
    public static QueryResult lacking(Request request, long lost) {
        AsOf asOf = new AsOf(NOW_MS, NOW_MS, WINDOWS, null, lost, 0);
        return ok(request, List.of("value"), List.of(List.of(1L)), asOf);
    }

    /** An answer by parts that were given before. */
    public static QueryResult reused(Request request, long ageMicros) {
        AsOf asOf = new AsOf(NOW_MS, NOW_MS, WINDOWS, null, 0, 0);
        return ok(
                request, List.of("value"), List.of(List.of(1L)), asOf, new Timings(0, 0, 3, 0, null, 1, ageMicros, 0));
    }

    private static QueryResult ok(Request request, List<String> columns, List<List<Object>> rows, AsOf asOf) {
        return ok(request, columns, rows, asOf, new Timings(10, 250, 3, 0, null));
    }

    private static QueryResult ok(
            Request request, List<String> columns, List<List<Object>> rows, AsOf asOf, Timings timings) {
        return new QueryResult(
                new QueryResult.Origin(
                        request.requestId(), request.clientId(), request.asked().query()),
                Status.OK,
                new QueryResult.Table(columns, List.of(), rows),
                asOf,
                new QueryResult.Work(new Partitions(2, 2), 1_000, timings),
                null);
    }

    public static QueryResult ok(Request request) {
        return ok(request, List.of("value"), List.of(List.of(1L)));
    }

    public static QueryResult error(Request request, QueryError.Code code) {
        return QueryResult.refusal(
                request.requestId(), request.clientId(), request.asked().query(), error(code));
    }

    private static QueryError error(QueryError.Code code) {
        return new QueryError(
                code, "No luck.", code == QueryError.Code.SQL_ERROR ? new QueryError.InSql("42601", 1) : code.inSql());
    }

    public static QueryResult timeout(Request request) {
        return new QueryResult(
                new QueryResult.Origin(
                        request.requestId(), request.clientId(), request.asked().query()),
                Status.TIMEOUT,
                QueryResult.Table.NONE,
                null,
                new QueryResult.Work(new Partitions(1, 2), 0, Timings.NONE),
                new QueryError(QueryError.Code.TIMED_OUT, "Time ran out."));
    }
}
