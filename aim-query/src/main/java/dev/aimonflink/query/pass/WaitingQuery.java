package dev.aimonflink.query.pass;

import java.util.BitSet;

/**
 * A query that waits for a pass, or is in one.
 *
 * @param windows the windows of the columns that it reads, by their indexes in the schema
 * @param restarted whether a turn has sent it back to the queue already
 */
record WaitingQuery(Asker asker, Scannable query, BitSet windows, long arrivalNanos, boolean restarted) {
    WaitingQuery again() {
        return new WaitingQuery(asker, query, windows, arrivalNanos, true);
    }

    /** The same request with the query of its second round. */
    WaitingQuery asking(Scannable second) {
        return new WaitingQuery(asker, second, windows, arrivalNanos, restarted);
    }
}
