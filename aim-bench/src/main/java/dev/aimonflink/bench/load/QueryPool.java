package dev.aimonflink.bench.load;

import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws queries by weight from a few calls drawn beforehand, so few that the right answer to each can be computed. The same seed gives the
 * same calls. For one thread.
 */
public final class QueryPool implements Supplier<AskedQuery> {
    private static final int CALLS_PER_QUERY = 5;

    private static final Collection<Catalogue.Entry> QUERIES =
            Catalogues.of(CallModel.schema(CallModel.AGGREGATES_PER_COPY)).entries();

    private final List<List<AskedQuery>> byWeight = new ArrayList<>();

    private final SplittableRandom random;

    private QueryPool(Map<String, Integer> weights, long seed) {
        random = new SplittableRandom(seed);
        // With parameters for one subscriber, because no query of a profile asks for a single one.
        CallGenerator generator = new CallGenerator(seed, ParameterRanges.PAPER, 1);
        for (Catalogue.Entry entry : QUERIES) {
            int weight = weights.getOrDefault(entry.id(), 0);
            if (weight > 0) {
                List<AskedQuery> drawn = Stream.generate(() -> generator.next(entry, Map.of()))
                        .limit(CALLS_PER_QUERY)
                        .toList();
                byWeight.addAll(Collections.nCopies(weight, drawn));
            }
        }
    }

    public static QueryPool of(Profile profile, long seed) {
        return new QueryPool(profile.weights(), seed);
    }

    public static QueryPool of(String query, long seed) {
        return of(List.of(query), seed);
    }

    /** Draws several queries uniformly. */
    public static QueryPool of(List<String> queries, long seed) {
        return new QueryPool(queries.stream().collect(Collectors.toMap(id -> id, id -> 1)), seed);
    }

    /** The equivalent SQL text, with inlined parameters. */
    public static String text(AskedQuery asked) {
        Catalogue.Entry query = QUERIES.stream()
                .filter(each -> each.id().equals(asked.query()))
                .findFirst()
                .orElseThrow();
        String text = query.text();
        List<Object> values = query.values(asked);
        for (int i = values.size(); i > 0; i--) {
            Object value = values.get(i - 1);
            text = text.replace("$" + i, value instanceof String name ? "'" + name + "'" : value.toString());
        }
        return text;
    }

    @Override
    public AskedQuery get() {
        List<AskedQuery> drawn = byWeight.get(random.nextInt(byWeight.size()));
        return drawn.get(random.nextInt(drawn.size()));
    }

    public List<AskedQuery> all() {
        return byWeight.stream().flatMap(List::stream).distinct().toList();
    }

    /** Which queries are asked, and how often each. */
    public enum Profile {
        /** The benchmark's seven, uniformly. */
        SEVEN,
        /** The comparison of streaming systems in the AIM thesis: 40, 40 and 20 percent. */
        Q1_W2_W3,
        /** Half and half. */
        Q1_W2,
        Q1,
        /** The query with joins. */
        FLAT_RATE;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        Map<String, Integer> weights() {
            return switch (this) {
                case SEVEN -> Catalogue.BENCHMARK.stream().collect(Collectors.toMap(id -> id, id -> 1));
                case Q1_W2_W3 -> Map.of("q1", 2, "w2", 2, "w3", 1);
                case Q1_W2 -> Map.of("q1", 1, "w2", 1);
                case Q1 -> Map.of("q1", 1);
                case FLAT_RATE -> Map.of("flat_rate", 1);
            };
        }
    }
}
