package dev.aimonflink.query.serve.pass;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses which waiting queries go into a pass. A pass ends with its longest query, so a short query that came later would wait for all
 * long ones. Therefore a pass leaves out queries that are far longer than the shortest; but every other pass takes the query whose turn it
 * is, however long. A slow query computes more than it reads, so it gains little from sharing a pass.
 *
 * <p>A query with a second round is always taken: the merger needs all first rounds to ask the second, and a partition that has answered
 * the first only waits.
 */
final class PassChoice {
    /** A query is short if it takes no longer, however short others are. */
    static final long SHORT_NANOS = 1_000_000;

    /** A query is long if it takes this many times as long as the shortest. */
    static final int TIMES_THE_SHORTEST = 8;

    private final ScanTimes times;

    /** Whether the last pass left out the query whose turn it was. */
    private boolean isTurnDue;

    PassChoice(ScanTimes times) {
        this.times = times;
    }

    /** @param queries at least one; it is the first one's turn */
    Set<Scannable> choose(List<WaitingQuery> queries) {
        long shortest = Long.MAX_VALUE;
        for (WaitingQuery each : queries) {
            shortest = Math.min(shortest, times.expectedNanos(each.query()));
        }
        final long mostNanos = Math.max(SHORT_NANOS, TIMES_THE_SHORTEST * shortest);
        Scannable inTurn = queries.get(0).query();
        Set<Scannable> chosen = new HashSet<>();
        for (WaitingQuery each : queries) {
            Scannable query = each.query();
            final boolean isShort = times.expectedNanos(query) <= mostNanos;
            final boolean hasItsTurn = isTurnDue && query.equals(inTurn);
            if (isShort || hasItsTurn || query.hasSecondRound()) {
                chosen.add(query);
            }
        }
        isTurnDue = !chosen.contains(inTurn);
        return chosen;
    }
}
