package dev.aimonflink.job.operator;

import java.util.concurrent.TimeUnit;

/**
 * For how long a partition took no event in: because its thread was held up, because a checkpoint's barrier held the events
 * back, or because none came. A pulse on the task's thread looks whether events were counted since the last one; a gap is
 * counted from the look before its last event, so that it is never told shorter than it was.
 */
final class EventGaps {
    /** How exactly gaps are told: to twice of this. */
    static final long PULSE_MS = 10;

    /** The longest gap is that of this time and of the one before. */
    static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long eventsSeen;
    private long lastLookNanos;
    /** The look before the last event that was seen. */
    private long gapBeganNanos;

    private long spanBeganNanos;
    private long longestInSpanNanos;
    /** With that of the span before; read by other threads. */
    private volatile long longestNanos;

    EventGaps(long nowNanos) {
        lastLookNanos = nowNanos;
        gapBeganNanos = nowNanos;
        spanBeganNanos = nowNanos;
    }

    /** @param events that were counted so far */
    void look(long nowNanos, long events) {
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
