package dev.aimonflink.bench.endtoend;

import dev.aimonflink.lab.meter.Ticker;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Watches how long each partition's count stands still. A standstill is measured from the last look that may precede it to the first look
 * after it, so it is never too short, but too long by up to two looks, which are far apart if the watcher waits for a core.
 */
final class Gaps implements AutoCloseable {
    private static final Duration PACE = Duration.ofNanos(500_000);

    private final Supplier<long[]> counts;
    private final LongSupplier clockNanos;
    private final long[] stillSinceNanos;
    private long[] before;
    private long beforeNanos;
    private long longestNanos;
    private Ticker ticker;

    Gaps(Supplier<long[]> counts) {
        this(counts, System::nanoTime);
        ticker = new Ticker(PACE, this::look);
    }

    /** For tests, which call {@link #look} themselves and have nothing to close. */
    Gaps(Supplier<long[]> counts, LongSupplier clockNanos) {
        this.counts = counts;
        this.clockNanos = clockNanos;
        beforeNanos = clockNanos.getAsLong();
        before = counts.get();
        stillSinceNanos = new long[before.length];
        Arrays.fill(stillSinceNanos, beforeNanos);
    }

    void look() {
        long beginNanos = clockNanos.getAsLong();
        long[] now = counts.get();
        long endNanos = clockNanos.getAsLong();
        for (int i = 0; i < now.length; i++) {
            widen(endNanos - stillSinceNanos[i]);
            if (now[i] != before[i]) {
                // It may have changed right after the last read.
                stillSinceNanos[i] = beforeNanos;
            }
        }
        before = now;
        beforeNanos = beginNanos;
    }

    private synchronized void widen(long nanos) {
        longestNanos = Math.max(longestNanos, nanos);
    }

    /** The longest standstill since the last call. */
    synchronized long longestNanos() {
        long longest = longestNanos;
        longestNanos = 0;
        return longest;
    }

    @Override
    public void close() {
        ticker.close();
    }
}
