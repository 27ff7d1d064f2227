package dev.aimonflink.job.metrics;

import dev.aimonflink.query.serve.pass.NanoClock;

/** Bounds how many records one of several writers writes in a second, and lets a sample of the excess through. */
public final class PerSecond {
    static final int SAMPLED = 100;

    private static final long SECOND_NANOS = 1_000_000_000;

    private final int share;
    private final int mostSamples;
    private final NanoClock clock;
    private long secondNanos;
    private int written;
    private int samples;
    private long beyond;

    /**
     * @param allOrNull the limit for all writers together, or null
     * @param mostSamples write at most this many percent of the limit from the excess
     */
    public PerSecond(Integer allOrNull, int writers, int mostSamples, NanoClock clock) {
        share = allOrNull == null ? Integer.MAX_VALUE : Math.max(1, allOrNull / writers);
        this.mostSamples = (int) Math.max(1, Math.min(Integer.MAX_VALUE, (long) share * mostSamples / 100));
        this.clock = clock;
        secondNanos = clock.nanoTime();
    }

    /** Whether to skip the next record, by the last look at the clock. */
    public boolean isBeyond() {
        if (share == Integer.MAX_VALUE) {
            return false;
        }
        if (written < share) {
            written++;
            return false;
        }
        beyond++;
        if (beyond % SAMPLED != 0 || samples == mostSamples) {
            return true;
        }
        samples++;
        return false;
    }

    /** Looks at the clock, which takes as long as several answers. */
    public void look() {
        long nowNanos = clock.nanoTime();
        if (nowNanos - secondNanos >= SECOND_NANOS) {
            secondNanos = nowNanos;
            written = 0;
            samples = 0;
        }
    }
}
