package dev.aimonflink.bench;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.Arrays;
import java.util.List;

/** Results of queries for tests. */
public final class Replies {
    private Replies() {}

    /** An answer of one row. */
    public static QueryResult ok(AskedQuery call, Object cellOrNull) {
        return new QueryResult(
                new QueryResult.Origin("r-1", "c1", call.query()),
                QueryResult.Status.OK,
                new QueryResult.Table(List.of("column0"), List.of(), List.of(Arrays.asList(cellOrNull))),
                null,
                new QueryResult.Work(new QueryResult.Partitions(2, 2), 10, QueryResult.Timings.NONE),
                null);
    }

    public static QueryResult restarted(AskedQuery call) {
        return QueryResult.refusal(
                "r-1", "c1", call.query(), new QueryError(QueryError.Code.RESTARTED, "The job was restarted."));
    }

    public static QueryResult timeout(AskedQuery call) {
        QueryResult refusal = QueryResult.refusal(
                "r-1", "c1", call.query(), new QueryError(QueryError.Code.TIMED_OUT, "No answer came."));
        return new QueryResult(
                new QueryResult.Origin(refusal.requestId(), refusal.clientId(), refusal.query()),
                QueryResult.Status.TIMEOUT,
                QueryResult.Table.NONE,
                null,
                new QueryResult.Work(refusal.partitions(), 0, QueryResult.Timings.NONE),
                refusal.error());
    }
}
