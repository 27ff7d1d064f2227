package dev.aimonflink.core.wire;

import dev.aimonflink.core.query.Query;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.Request;

/** What became of a record of the queries topic. */
public sealed interface RequestOutcome {
    /** A request that can be answered, and its query bound to its parameters. */
    record Accepted(Request request, Query query) implements RequestOutcome {}

    /** A request that is wrong, and the result that tells its client so. */
    record Refused(QueryResult result) implements RequestOutcome {}

    /** A record that does not say whom to tell what is wrong with it. */
    record Unanswerable(String reason) implements RequestOutcome {}
}
