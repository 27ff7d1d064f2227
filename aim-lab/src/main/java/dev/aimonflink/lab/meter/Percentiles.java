package dev.aimonflink.lab.meter;

import org.HdrHistogram.AbstractHistogram;

/** Percentiles of a histogram of microseconds; null where nothing was measured. */
public record Percentiles(long count, Double p50Millis, Double p99Millis, Double maxMillis) {
    private static final double MICROS_PER_MILLI = 1_000;

    /** Enough for three digits of anything from a microsecond to minutes. */
    public static final int SIGNIFICANT_DIGITS = 3;

    public static Percentiles of(AbstractHistogram micros) {
        long count = micros.getTotalCount();
        return count == 0
                ? new Percentiles(0, null, null, null)
                : new Percentiles(
                        count,
                        micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
                        micros.getValueAtPercentile(99) / MICROS_PER_MILLI,
                        micros.getMaxValue() / MICROS_PER_MILLI);
    }
}
