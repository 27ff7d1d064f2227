package dev.aimonflink.clients.query;

import org.HdrHistogram.ConcurrentHistogram;

/** How long something took, time after time. Thread-safe. */
public final class Times {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_PER_MS = 1e3;

    private final ConcurrentHistogram nanos = new ConcurrentHistogram(SIGNIFICANT_DIGITS);

    public void add(long tookNanos) {
        nanos.recordValue(Math.max(0, tookNanos));
    }

    public long count() {
        return nanos.getTotalCount();
    }

    /** To the microsecond; null if there are none. */
    public Double percentileMs(double percentile) {
        return count() == 0
                ? null
                : Double.valueOf(Math.round(nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO) / MICROS_PER_MS);
    }

    public Times plus(Times others) {
        Times all = new Times();
        all.nanos.add(nanos);
        all.nanos.add(others.nanos);
        return all;
    }
}
