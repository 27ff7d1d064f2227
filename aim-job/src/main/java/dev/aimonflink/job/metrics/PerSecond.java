package dev.aimonflink.job.metrics;

import dev.aimonflink.query.serve.pass.NanoClock;

/** Bounds how many records one of several writers writes in a second. Of those beyond it, every one of a hundred shows what they are. */
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
     * @param allOrNull of all writers together; null if there is no bound
     * @param mostSamples how many of those beyond it are written in a second at most, in hundredths of the bound
     */
    public PerSecond(Integer allOrNull, int writers, int mostSamples, NanoClock clock) {
        share = allOrNull == null ? Integer.MAX_VALUE : Math.max(1, allOrNull / writers);
        this.mostSamples = (int) Math.max(1, Math.min(Integer.MAX_VALUE, (long) share * mostSamples / 100));
        this.clock = clock;
        secondNanos = clock.nanoTime();
    }

    /** Whether the next record is not written, by the last look at the clock. */
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
