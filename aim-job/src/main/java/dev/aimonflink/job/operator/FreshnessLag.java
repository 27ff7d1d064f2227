package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.function.LongSupplier;

/**
 * Measures how far the events that answers show lie behind the wall clock, for the Kafka partition that is furthest
 * behind. A Kafka partition that has shown no event yet, and is not at its end, has no time: the lag then is how long
 * that has lasted, so that it grows and an alert sees it.
 */
final class FreshnessLag {
    private final LongSupplier oldestMs;
    private final LongSupplier newestMs;
    private final LongSupplier wallClockMs;
    private long unknownSinceMs = WindowClock.NO_TIME;

    FreshnessLag(LongSupplier oldestMs, LongSupplier newestMs, LongSupplier wallClockMs) {
        this.oldestMs = oldestMs;
        this.newestMs = newestMs;
        this.wallClockMs = wallClockMs;
    }

    /** The lag; 0 before the first event of all. Metric reporters call it from threads of their own. */
    synchronized long millis() {
        final long wallMs = wallClockMs.getAsLong();
        final long asOfMs = oldestMs.getAsLong();
        if (asOfMs != WindowClock.NO_TIME) {
            unknownSinceMs = WindowClock.NO_TIME;
            return Math.max(0, wallMs - asOfMs);
        }
        if (newestMs.getAsLong() == WindowClock.NO_TIME) {
            return 0;
        }
        if (unknownSinceMs == WindowClock.NO_TIME) {
            unknownSinceMs = wallMs;
        }
        return Math.max(0, wallMs - unknownSinceMs);
    }
}
