package dev.aimonflink.query.format.request;

import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.pass.QueryError.Code;
import dev.aimonflink.query.pass.QueryFailure;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.CancelRequest;
import dev.aimonflink.query.request.Catalogue;
import dev.aimonflink.query.request.Query;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.request.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Reads and checks a record of the queries topic, version 1:
 *
 * <pre>
 * {"requestId":"r-1","clientId":"c1","query":"q4","params":{"gamma":5,"delta":60},"timeoutMs":5000,"progress":true}
 * </pre>
 *
 * Only clientId and query are required; null is the same as absent. A request with {@code "cancel":"r-1"} in place of the query ends
 * another one. Also reads the plain integers of the AIM thesis,
 * the sum of a client offset and a query number: {@code 11} is query 4 of client 7.
 */
public final class RequestParser {
    /** The most bytes of a request; a longer one is not parsed to its end. */
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
        if (value.length > MAX_REQUEST_BYTES) {
            QueryError error = new QueryError(
                    Code.TOO_LARGE,
                    "The request has " + value.length + " bytes. Send at most " + MAX_REQUEST_BYTES + ".");
            return refused(draft, requestKey, error);
        }
        if (draft.problem() != null) {
            return refused(draft, requestKey, draft.problem());
        }
        if (draft.clientId() == null) {
            return new RequestOutcome.Unanswerable("clientId is missing. Give the key that the result is to have.");
        }
        if (draft.query() == null && draft.cancel() == null) {
            QueryError error =
                    new QueryError(Code.MALFORMED, "query is missing. Name one of the catalogue, such as \"q1\".");
            return refused(draft, requestKey, error);
        }
        if (draft.cancel() != null && (draft.query() != null || !draft.params().isEmpty())) {
            QueryError error = new QueryError(
                    Code.MALFORMED, "A request has a query or another request to cancel. Send two records.");
            return refused(draft, requestKey, error);
        }
        if (draft.cancel() != null && !draft.options().awaited().isEmpty()) {
            QueryError error = new QueryError(
                    Code.MALFORMED,
                    "A request with cancel takes effect at once, and awaits no events. Send it without freshness.");
            return refused(draft, requestKey, error);
        }
        return bound(draft, requestKey, recordTimestampMs);
    }

    private RequestOutcome bound(RequestFields draft, String requestKey, long recordTimestampMs) {
        try {
            // Bound with its nulls, so that an unknown parameter is one even if it is null.
            Query query = catalogue.bound(asked(draft, draft.params()));
            Map<String, Object> given = new HashMap<>(draft.params());
            given.values().removeIf(Objects::isNull);
            AskedQuery asked = asked(draft, given);
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

    private static AskedQuery asked(RequestFields draft, Map<String, Object> params) {
        return draft.cancel() == null ? new AskedQuery(draft.query(), params) : CancelRequest.asked(draft.cancel());
    }

    private static RequestOutcome refused(RequestFields draft, String requestKey, QueryError error) {
        return refused(draft, requestKey, error, null);
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
