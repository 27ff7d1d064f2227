package dev.aimonflink.query.serve.pass;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses which of the queries that wait go into a pass. The next pass begins when this one has ended, so a short query would wait for all
 * the long ones that came before it. Therefore a pass takes all but those that are far longer than the shortest one; and every other pass
 * takes the query whose turn it is, however long it is. A query that takes long computes more than it reads, so it would gain little from a
 * pass that it shares.
 *
 * <p>A query that has a second round is always taken: the merger needs its first round from all partitions to ask the second, and until
 * then a partition that has answered the first does nothing else.
 */
final class PassChoice {
    /** A query that takes no longer is short, however short others are. */
    static final long SHORT_NANOS = 1_000_000;

    /** So many times as long as the shortest one is long. */
    static final int TIMES_THE_SHORTEST = 8;

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
