package dev.aimonflink.job.metrics;

import dev.aimonflink.query.pass.NanoClock;

/** Bounds how many records one of several writers writes in a second. Of those beyond it, every one of a hundred shows what they are. */
public final class PerSecond {
    static final int SAMPLED = 100;

    private static final long SECOND_NANOS = 1_000_000_000;

    private final int share;
    private final NanoClock clock;
    private long secondNanos;
    private int written;
    private long beyond;

    /** @param allOrNull of all writers together; null if there is no bound */
    public PerSecond(Integer allOrNull, int writers, NanoClock clock) {
        share = allOrNull == null ? Integer.MAX_VALUE : Math.max(1, allOrNull / writers);
        this.clock = clock;
        secondNanos = clock.nanoTime();
    }

    /** Whether the next record is not written. */
    public boolean isBeyond() {
        if (share == Integer.MAX_VALUE) {
            return false;
        }
        long nowNanos = clock.nanoTime();
        if (nowNanos - secondNanos >= SECOND_NANOS) {
            secondNanos = nowNanos;
            written = 0;
        }
        if (written < share) {
            written++;
            return false;
        }
        beyond++;
        return beyond % SAMPLED != 0;
    }
}
