package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.bench.peers.AdHocQueries;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Draws SQL questions: half of them the benchmark's seven queries, a quarter others, and a quarter look-ups of one subscriber. The same
 * seed draws the same ones. For one thread.
 */
final class SqlTexts implements Supplier<AskedQuery> {
    private static final List<String> OTHERS = List.of(
            "wide_filter",
            "group_of_three_names",
            "group_of_an_expression",
            "aggregates_of_parts",
            "first_rows",
            "percentiles");

    private final SplittableRandom random;
    private final int subscribers;
    private final QueryPool pool;

    SqlTexts(long seed, int subscribers) {
        random = new SplittableRandom(seed);
        this.subscribers = subscribers;
        pool = QueryPool.of(QueryPool.Profile.SEVEN, seed);
    }

    /** With parameters drawn as for clients of the catalogue. */
    AskedQuery seven() {
        return asked(QueryPool.text(pool.get()));
    }

    /** Some values of one subscriber, whose id is a parameter. */
    AskedQuery lookUp() {
        return new AskedQuery(
                "sql",
                Map.of(
                        "text",
                        "SELECT number_of_calls_this_day, total_cost_this_week, city FROM subscribers WHERE subscriber_id = $1",
                        "1",
                        (long) random.nextInt(subscribers)));
    }

    @Override
    public AskedQuery get() {
        int drawn = random.nextInt(4);
        return switch (drawn) {
            case 0 ->
                asked("SELECT total_cost_this_week, city FROM subscribers WHERE subscriber_id = "
                        + random.nextInt(subscribers));
            case 1 -> asked(AdHocQueries.ours(OTHERS.get(random.nextInt(OTHERS.size()))));
            default -> seven();
        };
    }

    static AskedQuery asked(String text) {
        return new AskedQuery("sql", Map.of("text", text));
    }
}
