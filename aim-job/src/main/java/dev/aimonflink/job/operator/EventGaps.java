package dev.aimonflink.job.operator;

import java.util.concurrent.TimeUnit;

/**
 * Measures how long a partition applied no event: because its thread was busy, a checkpoint's barrier held the events back, or none came. A
 * pulse on the task's thread checks whether events were counted since the last one. A gap starts at the pulse before its last event, so it
 * is never reported too short.
 */
final class EventGaps {
    /** The time between two pulses; a gap is exact to twice this time. */
    static final long PULSE_MS = 10;

    /** The reported gap is the longest of the current span and the previous one. */
    static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long eventsSeen;
    private long lastLookNanos;
    /** The pulse before the last event that was seen. */
    private long gapBeganNanos;

    private long spanBeganNanos;
    private long longestInSpanNanos;
    /** Includes the previous span. Read by other threads. */
    private volatile long longestNanos;

    EventGaps(long nowNanos) {
        lastLookNanos = nowNanos;
        gapBeganNanos = nowNanos;
        spanBeganNanos = nowNanos;
    }

    void look(long nowNanos, long events) {
        assert nowNanos - lastLookNanos >= 0 && events >= eventsSeen : "clock and count go forward";
        longestInSpanNanos = Math.max(longestInSpanNanos, nowNanos - gapBeganNanos);
        longestNanos = Math.max(longestNanos, longestInSpanNanos);
        if (events != eventsSeen) {
            eventsSeen = events;
            gapBeganNanos = lastLookNanos;
        }
        lastLookNanos = nowNanos;
        if (nowNanos - spanBeganNanos >= SPAN_NANOS) {
            longestNanos = longestInSpanNanos;
            longestInSpanNanos = 0;
            spanBeganNanos = nowNanos;
        }
    }

    long longestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longestNanos);
    }
}
