package dev.aimonflink.job.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.flink.metrics.Histogram;

/**
 * A histogram of times in microseconds. One thread counts, which takes nanoseconds and allocates nothing; any thread reads. Its statistics
 * are of the present span of time and the one before, so they cover every time between two readings that are at most a span apart.
 */
public final class RecentTimes implements Histogram {
    static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Longer times count as this one. */
    static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);

    /** Of all times since the start. */
    private final AtomicLongArray byBucket = new AtomicLongArray(TimeCounts.bucketOf(MAX_MICROS) + 1);

    private long spanBeganNanos;
    private TimeCounts atSpan = counted();

    /** As of the begin of the span before. Other threads read it. */
    private volatile TimeCounts atSpanBefore = atSpan;

    public RecentTimes(long nowNanos) {
        spanBeganNanos = nowNanos;
    }

    /** Counts a time so many times. One is negative if two machines' clocks differ by more than it, and counts as zero. */
    public void count(long micros, int times) {
        int bucket = TimeCounts.bucketOf(Math.max(0, Math.min(micros, MAX_MICROS)));
        byBucket.lazySet(bucket, byBucket.get(bucket) + times);
    }

    /** Drops what is older than the span before. The counting thread calls it now and then. */
    public void look(long nowNanos) {
        if (nowNanos - spanBeganNanos >= SPAN_NANOS) {
            atSpanBefore = atSpan;
            atSpan = counted();
            spanBeganNanos = nowNanos;
        }
    }

    /** Returns all times since the start. */
    public TimeCounts counted() {
        long[] counts = new long[byBucket.length()];
        for (int bucket = 0; bucket < counts.length; bucket++) {
            counts[bucket] = byBucket.get(bucket);
        }
        return new TimeCounts(counts);
    }

    @Override
    public void update(long micros) {
        count(micros, 1);
    }

    @Override
    public long getCount() {
        return counted().total();
    }

    @Override
    public TimeCounts getStatistics() {
        // What is dropped is read first, so that all of it is in what is counted.
        TimeCounts dropped = atSpanBefore;
        return counted().minus(dropped);
    }
}
