package dev.aimonflink.query.serve.pass;

import java.util.BitSet;

/**
 * A query that waits for a pass, or is in one.
 *
 * @param windows of the columns that it reads, by index in the schema
 * @param restarted whether a turn has already sent it back to the queue
 * @param cpuNanos of its rounds so far
 */
record WaitingQuery(Asker asker, Scannable query, BitSet windows, long arrivalNanos, boolean restarted, long cpuNanos) {
    WaitingQuery again() {
        return new WaitingQuery(asker, query, windows, arrivalNanos, true, cpuNanos);
    }

    WaitingQuery afterScan(long nanos) {
        return new WaitingQuery(asker, query, windows, arrivalNanos, restarted, cpuNanos + nanos);
    }

    WaitingQuery asking(Scannable second) {
        return new WaitingQuery(asker, second, windows, arrivalNanos, restarted, cpuNanos);
    }
}
