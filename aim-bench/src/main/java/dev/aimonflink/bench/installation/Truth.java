package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.CountedSubscribers;
import dev.aimonflink.core.plain.Oracle;
import dev.aimonflink.core.plain.PlainQueries;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The right answers as long as no more calls come. For any thread. */
public final class Truth implements Oracle {
    private final PlainQueries queries = new PlainQueries(DimensionTables.defaults());
    private final CountedSubscribers subscribers;
    private final MatrixSchema schema;
    private final long calls;
    private final Map<QueryCall, List<List<Object>>> known = new ConcurrentHashMap<>();

    /**
     * @param schema of the job's matrix
     * @param calls that were made
     */
    Truth(CountedSubscribers subscribers, MatrixSchema schema, long calls) {
        this.subscribers = subscribers;
        this.schema = schema;
        this.calls = calls;
    }

    /** Computed the first time, which takes its time. */
    @Override
    public List<List<Object>> answer(QueryCall call) {
        return known.computeIfAbsent(call, this::computed);
    }

    private List<List<Object>> computed(QueryCall call) {
        return switch (call.query()) {
            case "subscriber" -> subscribers.row((long) call.params().get("subscriberId"), schema);
            default -> queries.answer(call, subscribers);
        };
    }

    @Override
    public int rows() {
        return subscribers.size();
    }

    /** How many calls the matrix is to have counted. */
    public long calls() {
        return calls;
    }
}
