package dev.aimonflink.bench.endtoend;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Watches how long a count of each partition stands still. It looks as often as it gets a core, so that what it tells is
 * never too short; on a busy machine it may be too long.
 */
final class Gaps implements AutoCloseable {
    private static final long LOOK_NANOS = 500_000;

    private final Supplier<long[]> counts;
    private final LongSupplier clockNanos;
    private final long[] changedNanos;
    private long[] before;
    private long longestNanos;
    private Thread watcher;
    private volatile boolean stopped;

    Gaps(Supplier<long[]> counts) {
        this(counts, System::nanoTime);
        watcher = new Thread(this::watch, "aim-bench-gaps");
        watcher.start();
    }

    private Gaps(Supplier<long[]> counts, LongSupplier clockNanos) {
        this.counts = counts;
        this.clockNanos = clockNanos;
        before = counts.get();
        changedNanos = new long[before.length];
        Arrays.fill(changedNanos, clockNanos.getAsLong());
    }

    /** For tests, which look and tell the time themselves, and have nothing to close. */
    static Gaps byHand(Supplier<long[]> counts, LongSupplier clockNanos) {
        return new Gaps(counts, clockNanos);
    }

    private void watch() {
        while (!stopped) {
            LockSupport.parkNanos(LOOK_NANOS);
            look();
        }
    }

    void look() {
        long[] now = counts.get();
        long nowNanos = clockNanos.getAsLong();
        for (int i = 0; i < now.length; i++) {
            widen(nowNanos - changedNanos[i]);
            if (now[i] != before[i]) {
                changedNanos[i] = nowNanos;
            }
        }
        before = now;
    }

    private synchronized void widen(long nanos) {
        longestNanos = Math.max(longestNanos, nanos);
    }

    /** The longest since the last time that somebody asked. */
    synchronized long longestNanos() {
        long longest = longestNanos;
        longestNanos = 0;
        return longest;
    }

    @Override
    public void close() {
        stopped = true;
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the watcher of gaps ends.", e);
        }
    }
}
