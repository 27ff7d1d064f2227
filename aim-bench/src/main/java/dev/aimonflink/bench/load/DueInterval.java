package dev.aimonflink.bench.load;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Holds the latencies of everything that was due in one interval, however late it ends. For any thread. */
public final class DueInterval {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final ConcurrentHistogram nanos = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
    private final AtomicLong pending = new AtomicLong();

    DueInterval() {
        nanos.setStartTimeStamp(System.currentTimeMillis());
    }

    void begin() {
        pending.incrementAndGet();
    }

    void close() {
        nanos.setEndTimeStamp(System.currentTimeMillis());
    }

    /** Records the latency of something due here; a failure counts with the time until it failed. */
    public void ended(long tookNanos) {
        nanos.recordValue(Math.max(0, tookNanos));
        pending.decrementAndGet();
    }

    /** Whether everything that was due here has ended. */
    public boolean isComplete() {
        return pending.get() == 0;
    }

    /** All latencies, once the interval is complete. */
    public Histogram nanos() {
        return nanos.copy();
    }
}
