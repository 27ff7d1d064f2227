package dev.aimonflink.core.matrix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses which of the queries that wait go into a pass. The next pass begins when this one has ended, so a short query would wait for all
 * the long ones that came before it. Therefore a pass takes the shortest ones, for a time at most; and every other pass takes the query
 * whose turn it is, if that has not been short enough before.
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

    /** @param queries at least one; it is the first one's turn */
    List<WaitingQuery> choose(List<WaitingQuery> queries) {
        Scannable inTurn = queries.get(0).query();
        Set<Scannable> chosen = shortest(queries, isTurnDue ? inTurn : null);
        isTurnDue = !chosen.contains(inTurn);
        return queries.stream().filter(each -> chosen.contains(each.query())).toList();
    }

    private Set<Scannable> shortest(List<WaitingQuery> queries, Scannable firstOrNull) {
        List<Scannable> different = new ArrayList<>(
                new LinkedHashSet<>(queries.stream().map(WaitingQuery::query).toList()));
        different.sort(Comparator.comparingLong(times::expectedNanos));
        final long budget = Math.max(SHORT_NANOS, SHORTEST_OF_A_PASS * times.expectedNanos(different.get(0)));
        if (firstOrNull != null) {
            different.remove(firstOrNull);
            different.add(0, firstOrNull);
        }
        Set<Scannable> chosen = new HashSet<>();
        long nanos = 0;
        for (Scannable query : different) {
            nanos += times.expectedNanos(query);
            if (chosen.isEmpty() || nanos <= budget) {
                chosen.add(query);
            }
        }
        return chosen;
    }
}
