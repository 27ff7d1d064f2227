package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.function.LongSupplier;

/**
 * Measures how far the events that answers show are behind the wall clock, for the Kafka partition furthest behind. If one has shown no
 * event and is not at its end, the lag is how long that has lasted, so that it grows and raises an alert.
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

    /** 0 before the first event of all. Metric reporters call it from their own threads. */
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
