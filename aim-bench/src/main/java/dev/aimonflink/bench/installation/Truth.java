package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.CountedSubscribers;
import dev.aimonflink.clients.load.SubscriberGenerator;
import dev.aimonflink.core.plain.Oracle;
import dev.aimonflink.core.plain.PlainQueries;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Computes the right answers, as long as no more calls come. For any thread. */
public final class Truth implements Oracle {
    private final PlainQueries queries = new PlainQueries(DimensionTables.defaults());
    private final CountedSubscribers subscribers;
    private final MatrixSchema schema;
    private final long calls;
    private final Map<QueryCall, List<List<Object>>> known = new ConcurrentHashMap<>();

    /** @param calls how many were made */
    Truth(CountedSubscribers subscribers, MatrixSchema schema, long calls) {
        this.subscribers = subscribers;
        this.schema = schema;
        this.calls = calls;
    }

    /**
     * Counts all calls of a deployment once more.
     *
     * @param schema of the job's matrix
     * @param others replays the calls that did not come through Kafka
     * @param otherCalls how many those are
     */
    static Truth of(
            Deployment.Setup setup,
            MatrixSchema schema,
            EventStream events,
            long otherCalls,
            Consumer<CountedCalls> others) {
        CountedCalls counted =
                new CountedCalls(setup.subscribers() + events.markedSubscribers(), setup.feed(), events.newestMs());
        others.accept(counted);
        events.replay(counted);
        SubscriberGenerator profiles = new SubscriberGenerator(setup.seed(), DimensionTables.defaults());
        return new Truth(
                new CountedSubscribers(counted.today(), counted.thisWeek(), profiles, setup.subscribers()),
                schema,
                otherCalls + events.published());
    }

    /** The first answer to a call is slow to compute; later ones are kept. */
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

    /** How many calls the matrix has to have counted. */
    public long calls() {
        return calls;
    }
}
