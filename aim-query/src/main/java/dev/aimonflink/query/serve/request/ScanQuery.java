package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scannable;

/**
 * A query that every partition answers by a scan over its rows. One that {@linkplain #hasSecondRound has a second round} is answered by
 * another query over the same cut, whose form depends on what the first scan has found.
 */
public interface ScanQuery extends Query, Scannable {
    /** The merger merges its partials of partitions, too. */
    @Override
    default boolean isDivisible() {
        return true;
    }

    /** What the merger makes of the parts of the first round, for the second one. */
    default Partial between(Partial merged) {
        throw new UnsupportedOperationException(this + " has no second round.");
    }

    /** The query of the second round: all partitions and the merger make the same. */
    default ScanQuery second(Partial values) {
        throw new UnsupportedOperationException(this + " has no second round.");
    }
}
