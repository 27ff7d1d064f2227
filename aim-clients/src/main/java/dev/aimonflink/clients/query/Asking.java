package dev.aimonflink.clients.query;

import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Asks a query; the query client does. */
public interface Asking {
    CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout);

    /** Why a question has no answer, or null if it has. */
    static String unanswered(QueryResult result, Throwable failure) {
        if (failure != null) {
            return failure.toString();
        }
        return result.status() == QueryResult.Status.OK
                ? null
                : result.error().code() + ": " + result.error().message();
    }
}
