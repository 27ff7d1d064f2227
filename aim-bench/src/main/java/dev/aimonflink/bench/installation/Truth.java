package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.CountedSubscribers;
import dev.aimonflink.bench.world.Recomputation;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The right answers as long as no more calls come. For any thread. */
public final class Truth {
    private final CountedSubscribers subscribers;
    private final Recomputation recomputation;
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
        recomputation = new Recomputation(subscribers);
    }

    /** Computed the first time, which takes its time. */
    public List<List<Object>> answer(QueryCall call) {
        return known.computeIfAbsent(call, this::computed);
    }

    private List<List<Object>> computed(QueryCall call) {
        return switch (call.query()) {
            case "verify" -> List.of(List.of((long) subscribers.size(), 0L));
            case "subscriber" -> subscribers.row((long) call.params().get("subscriberId"), schema);
            default -> recomputation.answer(call);
        };
    }

    /** How many calls the matrix is to have counted. */
    public long calls() {
        return calls;
    }
}
