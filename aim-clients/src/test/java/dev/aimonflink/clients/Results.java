package dev.aimonflink.clients;

import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.AsOf;
import dev.aimonflink.core.query.QueryResult.Partitions;
import dev.aimonflink.core.query.QueryResult.Status;
import dev.aimonflink.core.query.QueryResult.Timings;
import dev.aimonflink.core.query.Request;
import java.time.LocalDate;
import java.util.List;

/** Answers that a job could give. */
public final class Results {
    private Results() {}

    private static final LocalDate FRIDAY = LocalDate.of(2026, 11, 20);
    private static final LocalDate MONDAY = LocalDate.of(2026, 11, 16);
    private static final long NOW_MS = 1_795_132_800_000L;

    public static QueryResult ok(Request request, List<String> columns, List<List<Object>> rows) {
        return ok(request, columns, rows, new AsOf(NOW_MS, FRIDAY, MONDAY));
    }

    /** An answer that lacks the last hour of a Kafka partition. */
    public static QueryResult behind(Request request) {
        AsOf anHourAgo = new AsOf(NOW_MS - 3_600_000, NOW_MS, FRIDAY, MONDAY);
        return ok(request, List.of("value"), List.of(List.of(1L)), anHourAgo);
    }

    private static QueryResult ok(Request request, List<String> columns, List<List<Object>> rows, AsOf asOf) {
        return new QueryResult(
                request.requestId(),
                request.clientId(),
                request.call().query(),
                Status.OK,
                columns,
                rows,
                asOf,
                new Partitions(2, 2),
                1_000,
                new Timings(10, 250, 3),
                null);
    }

    public static QueryResult ok(Request request) {
        return ok(request, List.of("value"), List.of(List.of(1L)));
    }

    public static QueryResult error(Request request, QueryError.Code code) {
        return QueryResult.refusal(
                request.requestId(), request.clientId(), request.call().query(), new QueryError(code, "No luck."));
    }

    public static QueryResult timeout(Request request) {
        return new QueryResult(
                request.requestId(),
                request.clientId(),
                request.call().query(),
                Status.TIMEOUT,
                List.of(),
                List.of(),
                null,
                new Partitions(1, 2),
                0,
                Timings.NONE,
                new QueryError(QueryError.Code.TIMED_OUT, "Time ran out."));
    }
}
