package dev.aimonflink.query.serve.pass;

import java.util.BitSet;

/**
 * A query that waits for a pass, or is in one.
 *
 * @param windows the windows of the columns that it reads, by their indexes in the schema
 * @param restarted whether a turn has sent it back to the queue already
 * @param cpuNanos the CPU time of the rounds that it has had
 */
record WaitingQuery(Asker asker, Scannable query, BitSet windows, long arrivalNanos, boolean restarted, long cpuNanos) {
    WaitingQuery again() {
        return new WaitingQuery(asker, query, windows, arrivalNanos, true, cpuNanos);
    }

    /** The same request after a round. */
    WaitingQuery afterScan(long nanos) {
        return new WaitingQuery(asker, query, windows, arrivalNanos, restarted, cpuNanos + nanos);
    }

    /** The same request with the query of its second round. */
    WaitingQuery asking(Scannable second) {
        return new WaitingQuery(asker, second, windows, arrivalNanos, restarted, cpuNanos);
    }
}
