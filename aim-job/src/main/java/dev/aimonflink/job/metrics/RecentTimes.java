package dev.aimonflink.job.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.flink.metrics.Histogram;

/**
 * A histogram of times in microseconds. One thread counts, in nanoseconds and without allocation; any thread reads. It covers the present
 * span of time and the previous one, so every time is seen by readings at most a span apart.
 */
public final class RecentTimes implements Histogram {
    static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Longer times count as this one. */
    static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);

    /** All times since the start. */
    private final AtomicLongArray byBucket = new AtomicLongArray(TimeCounts.bucketOf(MAX_MICROS) + 1);

    private long spanBeganNanos;
    private TimeCounts atSpan = counted();

    /** As of the begin of the previous span. Read by other threads. */
    private volatile TimeCounts atSpanBefore = atSpan;

    public RecentTimes(long nowNanos) {
        spanBeganNanos = nowNanos;
    }

    /** Counts a time {@code times} times; a negative one, from differing clocks of two machines, counts as zero. */
    public void count(long micros, int times) {
        int bucket = TimeCounts.bucketOf(Math.max(0, Math.min(micros, MAX_MICROS)));
        byBucket.lazySet(bucket, byBucket.get(bucket) + times);
    }

    /** Drops what is older than the previous span; the counting thread calls this now and then. */
    public void look(long nowNanos) {
        if (nowNanos - spanBeganNanos >= SPAN_NANOS) {
            atSpanBefore = atSpan;
            atSpan = counted();
            spanBeganNanos = nowNanos;
        }
    }

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
