package dev.aimonflink.bench.sqlcheck;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what a check of queries has seen, and keeps the first differences. */
final class Tally {
    static final String QUERIES = "queries";

    private static final int MAX_DIFFERENCES = 20;

    private final Map<String, Long> counts = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    void differ(String query, String what) {
        differences.add(query + "\n  " + what);
    }

    /** Whether there are so many differences that more would say nothing new. */
    boolean isFull() {
        return differences.size() >= MAX_DIFFERENCES;
    }

    CheckReport report() {
        return new CheckReport(Map.copyOf(counts), List.copyOf(differences));
    }
}
