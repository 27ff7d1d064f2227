package dev.aimonflink.query.sqlcheck;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what a check of queries has seen, and keeps the first differences. */
final class Tally {
    static final String QUERIES = "queries";

    /** More differences would say nothing new. */
    private static final int MAX_DIFFERENCES = 20;

    private final long seed;
    private final Map<String, Long> counts = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    Tally(long seed) {
        this.seed = seed;
    }

    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    void differ(String query, String what) {
        differences.add(query + "\n  " + what);
    }

    /** Checks queries in one world. */
    @FunctionalInterface
    interface WorldCheck<E extends Exception> {
        void check(int world, int queries) throws E;
    }

    /** Checks some queries, in one world after the other, until there is enough to say. */
    <E extends Exception> CheckReport overWorlds(int queries, int ofAWorld, WorldCheck<E> check) throws E {
        int done = 0;
        for (int world = 0; done < queries && differences.size() < MAX_DIFFERENCES; world++) {
            final int count = Math.min(ofAWorld, queries - done);
            check.check(world, count);
            done += count;
        }
        return report();
    }

    CheckReport report() {
        return new CheckReport(seed, Collections.unmodifiableMap(new TreeMap<>(counts)), List.copyOf(differences));
    }
}
