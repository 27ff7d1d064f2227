package dev.aimonflink.core.matrix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses which of the queries that wait go into a pass. The next pass begins when this one has ended, so a short query would wait for all
 * the long ones that came before it. Therefore a pass takes the shortest ones, for a time at most; and every other pass takes the query
 * whose turn it is, if that has not been short enough before.
 *
 * <p>A query that has a second round is always taken: the merger needs its first round from all partitions to ask the second, and until
 * then a partition that has answered the first does nothing else.
 */
final class PassChoice {
    /** A pass that is not longer takes all queries. */
    static final long SHORT_NANOS = 2_000_000;

    /** Where the rows are so many that even the shortest scan is long, as many of these may share a pass. */
    static final int SHORTEST_OF_A_PASS = 8;

    private final ScanTimes times;

    /** Whether the last pass went without the query whose turn it was. */
    private boolean isTurnDue;

    PassChoice(ScanTimes times) {
        this.times = times;
    }

    /**
     * Returns those that the next pass takes.
     *
     * @param queries at least one; it is the first one's turn
     */
    Set<Scannable> choose(List<WaitingQuery> queries) {
        Map<Scannable, Long> nanosOf = new LinkedHashMap<>();
        for (WaitingQuery each : queries) {
            nanosOf.computeIfAbsent(each.query(), times::expectedNanos);
        }
        final long all = sum(nanosOf);
        final long shortest =
                nanosOf.values().stream().min(Comparator.naturalOrder()).orElseThrow();
        final long budget = Math.max(SHORT_NANOS, SHORTEST_OF_A_PASS * shortest);
        if (all <= budget) {
            isTurnDue = false;
            return nanosOf.keySet();
        }
        Scannable inTurn = queries.get(0).query();
        Set<Scannable> chosen = chosen(nanosOf, budget, isTurnDue ? inTurn : null);
        isTurnDue = !chosen.contains(inTurn);
        return chosen;
    }

    private static long sum(Map<Scannable, Long> nanosOf) {
        return nanosOf.values().stream().mapToLong(Long::longValue).sum();
    }

    /** @param firstOrNull is taken before the shortest */
    private static Set<Scannable> chosen(Map<Scannable, Long> nanosOf, long budget, Scannable firstOrNull) {
        Set<Scannable> chosen = new HashSet<>();
        long nanos = 0;
        for (Map.Entry<Scannable, Long> each : nanosOf.entrySet()) {
            final boolean isFirst = each.getKey().equals(firstOrNull);
            if (isFirst || each.getKey().hasSecondRound()) {
                chosen.add(each.getKey());
                // Those that are taken anyway leave the short ones their time.
                nanos += isFirst ? each.getValue() : 0;
            }
        }
        List<Map.Entry<Scannable, Long>> sorted = new ArrayList<>(nanosOf.entrySet());
        sorted.sort(Map.Entry.comparingByValue());
        for (Map.Entry<Scannable, Long> each : sorted) {
            if (!chosen.contains(each.getKey())) {
                nanos += each.getValue();
                if (!chosen.isEmpty() && nanos > budget) {
                    return chosen;
                }
                chosen.add(each.getKey());
            }
        }
        return chosen;
    }
}
