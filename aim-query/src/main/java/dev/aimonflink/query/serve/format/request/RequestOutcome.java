package dev.aimonflink.query.serve.format.request;

import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;

/** The result of reading a record of the queries topic. */
public sealed interface RequestOutcome {
    /** A valid request and its bound query, which is null if its text is still to be planned. */
    record Accepted(Request request, Query query) implements RequestOutcome {}

    /**
     * A wrong request, and the error result for its client.
     *
     * @param defect of the job, if that made it refuse the request; else null
     */
    record Refused(QueryResult result, Throwable defect) implements RequestOutcome {}

    /** A wrong record without a client to answer to. */
    record Unanswerable(String reason) implements RequestOutcome {}
}
