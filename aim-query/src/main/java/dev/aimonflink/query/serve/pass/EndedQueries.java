package dev.aimonflink.query.serve.pass;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Remembers the queries that were ended because they took too long. Equal ones are refused for a while, because they would keep all others
 * waiting again.
 */
final class EndedQueries {
    /** For so long equal queries are refused. */
    static final long REST_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Beyond this many, the oldest query is forgotten. */
    static final int MAX_QUERIES = 256;

    private record Ended(long atNanos, QueryError error) {}

    private final NanoClock clock;

    private final Map<Scannable, Ended> ended = new LinkedHashMap<>();

    EndedQueries(NanoClock clock) {
        this.clock = clock;
    }

    void add(Scannable query, QueryError error) {
        ended.remove(query);
        ended.put(query, new Ended(clock.nanoTime(), error));
        if (ended.size() > MAX_QUERIES) {
            ended.remove(ended.keySet().iterator().next());
        }
    }

    /** Why a query is refused, or null. */
    QueryError refusalOf(Scannable query) {
        ended.values().removeIf(each -> clock.nanoTime() - each.atNanos >= REST_NANOS);
        Ended before = ended.get(query);
        if (before == null) {
            return null;
        }
        long leftNanos = REST_NANOS - (clock.nanoTime() - before.atNanos);
        return new QueryError(
                before.error.code(),
                before.error.message() + " It was tried a moment ago, and is refused for another "
                        + TimeUnit.NANOSECONDS.toSeconds(leftNanos + TimeUnit.SECONDS.toNanos(1) - 1) + " s.",
                before.error.inSql());
    }
}
