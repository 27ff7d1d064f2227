package dev.aimonflink.query.serve.pass;

import java.util.BitSet;

/**
 * A query that waits for a pass, or is in one.
 *
 * @param windows of the columns that it reads, by index in the schema
 * @param restarted whether a turn has already sent it back to the queue
 * @param cpuNanos of its rounds so far
 * @param fillNanos for which it waited for columns that were not kept
 */
record WaitingQuery(
        Asker asker,
        Scannable query,
        BitSet windows,
        long arrivalNanos,
        boolean restarted,
        long cpuNanos,
        long fillNanos) {
    WaitingQuery(Asker asker, Scannable query, BitSet windows, long arrivalNanos) {
        this(asker, query, windows, arrivalNanos, false, 0, 0);
    }

    WaitingQuery filledAt(long nowNanos) {
        return new WaitingQuery(asker, query, windows, arrivalNanos, restarted, cpuNanos, nowNanos - arrivalNanos);
    }

    WaitingQuery again() {
        return new WaitingQuery(asker, query, windows, arrivalNanos, true, cpuNanos, fillNanos);
    }

    WaitingQuery afterScan(long nanos) {
        return new WaitingQuery(asker, query, windows, arrivalNanos, restarted, cpuNanos + nanos, fillNanos);
    }

    WaitingQuery asking(Scannable second) {
        return new WaitingQuery(asker, second, windows, arrivalNanos, restarted, cpuNanos, fillNanos);
    }
}
