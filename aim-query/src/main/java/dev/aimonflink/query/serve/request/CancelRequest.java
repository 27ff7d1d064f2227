package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.util.List;
import java.util.Map;

/**
 * Ends a scanning request of the same client. Each partition says whether the request was in flight there.
 *
 * @param unplanned how many were ended before they reached the partitions
 */
public record CancelRequest(String requestId, long unplanned) implements Query {
    /** Not in the catalogue, because clients do not ask it by name. */
    public static final String ID = "cancel";

    static final String PARAMETER = "requestId";
    static final String UNPLANNED = "unplanned";

    /** What a record of the queries topic asks that has this request id to cancel. */
    public static AskedQuery asked(String requestId) {
        return new AskedQuery(ID, Map.of(PARAMETER, requestId));
    }

    /** The same, as sent to the partitions. */
    public AskedQuery asked(long unplanned) {
        return new AskedQuery(ID, Map.of(PARAMETER, requestId, UNPLANNED, unplanned));
    }

    public Partial partial(int cancelled) {
        return Partial.of(new Counts().add(cancelled + unplanned));
    }

    @Override
    public List<String> answerColumns() {
        return List.of("cancelled");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        if (merged.states(0, Counts.class).count(0) == 0) {
            throw new QueryFailure(new QueryError(
                    QueryError.Code.NOT_IN_FLIGHT,
                    "cancel=" + requestId + " is no request of this client that is scanning or waits for it. It has its"
                            + " answer already, or another client asked it: cancel it with the clientId that it has."));
        }
        return List.of(List.of(requestId));
    }
}
