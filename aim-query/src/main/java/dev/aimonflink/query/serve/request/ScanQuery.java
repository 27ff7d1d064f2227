package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scannable;

/**
 * A query that every partition answers by a scan over its rows. If it has a {@linkplain #hasSecondRound second round}, another query
 * follows over the same cut, whose form depends on the first scan's results.
 */
public interface ScanQuery extends Query, Scannable {
    /** The merger merges the partitions' partials anyway. */
    @Override
    default boolean isDivisible() {
        return true;
    }

    /** What the merger makes of the first round's parts, for the second. */
    default Partial between(Partial merged) {
        throw new UnsupportedOperationException(this + " has no second round.");
    }

    /** The query of the second round, which all partitions and the merger derive alike. */
    default ScanQuery second(Partial values) {
        throw new UnsupportedOperationException(this + " has no second round.");
    }
}
