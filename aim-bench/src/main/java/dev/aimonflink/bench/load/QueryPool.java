package dev.aimonflink.bench.load;

import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Draws queries by weight from a few calls of each that were drawn beforehand, so few that the right answer to each can be
 * computed. The same seed gives the same calls. For one thread.
 */
public final class QueryPool implements Supplier<QueryCall> {
    private static final int CALLS_PER_QUERY = 5;

    private final List<String> byWeight = new ArrayList<>();
    private final Map<String, List<QueryCall>> calls = new HashMap<>();
    private final SplittableRandom random;

    private QueryPool(Map<String, Integer> weights, long seed) {
        random = new SplittableRandom(seed);
        // Parameters are drawn for one subscriber: no query of a profile asks for a single one.
        CallGenerator generator = new CallGenerator(seed, ParameterRanges.PAPER, DimensionTables.defaults(), 1);
        for (Catalogue.Entry entry :
                new Catalogue(MatrixSchema.withAggregates(MatrixSchema.AGGREGATES_PER_COPY)).entries()) {
            int weight = weights.getOrDefault(entry.id(), 0);
            for (int i = 0; i < weight; i++) {
                byWeight.add(entry.id());
            }
            List<QueryCall> drawn = new ArrayList<>();
            for (int i = 0; weight > 0 && i < CALLS_PER_QUERY; i++) {
                drawn.add(generator.next(entry, Map.of()));
            }
            calls.put(entry.id(), drawn);
        }
    }

    public static QueryPool of(LoadProfile profile, long seed) {
        return new QueryPool(profile.weights(), seed);
    }

    public static QueryPool of(String query, long seed) {
        return new QueryPool(Map.of(query, 1), seed);
    }

    @Override
    public QueryCall get() {
        List<QueryCall> drawn = calls.get(byWeight.get(random.nextInt(byWeight.size())));
        return drawn.get(random.nextInt(drawn.size()));
    }

    /** All calls that can be drawn. */
    public List<QueryCall> all() {
        return calls.values().stream().flatMap(List::stream).distinct().toList();
    }
}
