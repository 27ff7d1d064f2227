package dev.aimonflink.bench.concurrent;

import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What comes to the partition, in turns.
 *
 * @param seven the benchmark's queries, each with several parameters
 */
record Loads(Catalogue catalogue, List<Scannable> seven, int subscribers, long seed) {
    static final int LOOK_UPS = 5_000;
    static final int DIFFERENT = 16;

    static final String ALONE = "events";
    static final String BACK_TO_BACK = "events, 1 client";
    static final String IDLE = "1 client";
    static final String BESIDE = "1 client beside events";
    static final String EIGHT = "8 clients beside events";
    static final String ONE_BY_ONE = "16 queries one by one";
    static final String TOGETHER = "16 queries together";
    static final String LONG_PASSES = "events, a client for each query";

    private static final String LOOKED_UP = "subscriberId,number_of_calls_this_day,total_cost_this_week";

    static Loads of(MeasuredModel measured, int subscribers, long seed) {
        Catalogue catalogue = Catalogues.of(MatrixSchema.of(measured.model()));
        List<Scannable> seven = QueryPool.of(QueryPool.Profile.SEVEN, seed).all().stream()
                .map(call -> (Scannable) catalogue.bind(call))
                .toList();
        return new Loads(catalogue, seven, subscribers, seed);
    }

    /** At most as many as there are, as far apart as they can be. */
    List<Scannable> different(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> seven.get(i * seven.size() / count))
                .toList();
    }

    Scannable query(String id) {
        return (Scannable) catalogue.bind(QueryPool.of(id, seed).all().get(0));
    }

    /** Each client begins with another one. */
    List<List<Scannable>> clients(int count) {
        return IntStream.range(0, count)
                .mapToObj(client -> {
                    List<Scannable> own = new ArrayList<>(seven);
                    Collections.rotate(own, client * seven.size() / count);
                    return own;
                })
                .toList();
    }

    /** Read from what is asked when needed, as in a job. */
    Supplier<EntityQuery> lookUps() {
        List<AskedQuery> asked = new SplittableRandom(seed)
                .longs(LOOK_UPS, 0, subscribers)
                .mapToObj(id -> new AskedQuery("subscriber", Map.of("subscriberId", id, "columns", LOOKED_UP)))
                .toList();
        Iterator<AskedQuery> next =
                Stream.generate(() -> asked).flatMap(List::stream).iterator();
        return () -> (EntityQuery) catalogue.bind(next.next());
    }

    List<LoadCase> all(int clients, long rate) {
        List<List<Scannable>> one = clients(1);
        List<Scannable> different = different(DIFFERENT);
        return List.of(
                new LoadCase(ALONE, LoadCase.SATURATED, List.of()),
                new LoadCase(BACK_TO_BACK, LoadCase.SATURATED, one),
                new LoadCase(IDLE, 0, one),
                new LoadCase(BESIDE, rate, one),
                new LoadCase(EIGHT, rate, clients(clients), LOOK_UPS),
                new LoadCase(ONE_BY_ONE, 0, List.of(different)),
                new LoadCase(TOGETHER, 0, different.stream().map(List::of).toList()),
                new LoadCase(
                        LONG_PASSES,
                        LoadCase.SATURATED,
                        different(seven.size()).stream().map(List::of).toList()));
    }
}
