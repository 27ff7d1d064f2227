package dev.aimonflink.query.serve.format.request;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.CancelRequest;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;

/**
 * Reads and checks a record of the queries topic, version 1:
 *
 * <pre>
 * {"requestId":"r-1","clientId":"c1","query":"q4","params":{"gamma":5,"delta":60},"timeoutMs":5000,"progress":true}
 * </pre>
 *
 * Only clientId and query are required; null means absent. {@code "cancel":"r-1"} in place of the query cancels another request. The plain
 * integers of the AIM thesis are also read, the sum of a client offset and a query number: {@code 11} is query 4 of client 7.
 */
public final class RequestParser {
    /** The most bytes of a request; the rest is not parsed. */
    public static final int MAX_REQUEST_BYTES = 64 * 1024;

    private final Catalogue catalogue;

    public RequestParser(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * @param value anything, even null
     * @param requestKey identifies the request inside the job, and is its id if the client gives none
     * @param recordTimestampMs the start of its timeout
     */
    public RequestOutcome parse(byte[] value, String requestKey, long recordTimestampMs) {
        if (value == null) {
            return new RequestOutcome.Unanswerable(
                    "The value is null. A request cannot be deleted; it ends by itself.");
        }
        RequestFields draft = RequestReader.read(value, MAX_REQUEST_BYTES);
        QueryError error = error(draft, value.length);
        return error == null ? bound(draft, requestKey, recordTimestampMs) : refused(draft, requestKey, error, null);
    }

    /** What is wrong with a request whatever it asks, or null. */
    private static QueryError error(RequestFields draft, int bytes) {
        if (bytes > MAX_REQUEST_BYTES) {
            return new QueryError(
                    Code.TOO_LARGE, "The request has " + bytes + " bytes. Send at most " + MAX_REQUEST_BYTES + ".");
        }
        if (draft.problem() != null) {
            return draft.problem();
        }
        String message = null;
        if (draft.clientId() == null) {
            message = "clientId is missing. Give the key that the result is to have.";
        } else if (draft.query() == null && draft.cancel() == null) {
            message = "query is missing. Name one of the catalogue, such as \"q1\".";
        } else if (draft.cancel() != null
                && (draft.query() != null || !draft.params().isEmpty())) {
            message = "A request has a query or another request to cancel. Send two records.";
        } else if (draft.cancel() != null && !draft.options().awaited().isEmpty()) {
            message = "A request with cancel takes effect at once, and awaits no events. Send it without freshness.";
        }
        return message == null ? null : new QueryError(Code.MALFORMED, message);
    }

    private RequestOutcome bound(RequestFields draft, String requestKey, long recordTimestampMs) {
        try {
            AskedQuery asked = draft.cancel() == null
                    ? new AskedQuery(draft.query(), draft.params())
                    : CancelRequest.asked(draft.cancel());
            Query query = catalogue.bound(asked);
            long deadlineMs = recordTimestampMs + draft.timeoutMs();
            return new RequestOutcome.Accepted(
                    new Request(
                            requestKey,
                            requestId(draft, requestKey),
                            draft.clientId(),
                            asked,
                            deadlineMs,
                            draft.options()),
                    query);
        } catch (QueryFailure failure) {
            return refused(draft, requestKey, failure.error(), failure.getCause());
        }
    }

    private static RequestOutcome refused(
            RequestFields draft, String requestKey, QueryError error, Throwable defectOrNull) {
        if (draft.clientId() == null) {
            return new RequestOutcome.Unanswerable(error.message());
        }
        return new RequestOutcome.Refused(
                QueryResult.refusal(requestId(draft, requestKey), draft.clientId(), draft.query(), error),
                defectOrNull);
    }

    private static String requestId(RequestFields draft, String requestKey) {
        return draft.requestId() == null ? requestKey : draft.requestId();
    }
}
