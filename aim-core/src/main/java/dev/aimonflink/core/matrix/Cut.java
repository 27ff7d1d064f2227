package dev.aimonflink.core.matrix;

import java.util.List;

/**
 * The moment that a partition answered from.
 *
 * @param oldestMs the oldest over the Kafka partitions of the newest event time applied, see {@link Progress#oldestMs};
 *     {@link dev.aimonflink.core.schema.WindowClock#NO_TIME} where one of them has shown no event yet
 * @param newestMs the partition's clock, or {@link dev.aimonflink.core.schema.WindowClock#NO_TIME}
 * @param windowNumbers its current windows, in schema order; partials of different windows are never merged
 */
public record Cut(long oldestMs, long newestMs, List<Integer> windowNumbers) {
    /** A cut for which no Kafka partition is behind. */
    public Cut(long eventTimeMs, List<Integer> windowNumbers) {
        this(eventTimeMs, eventTimeMs, windowNumbers);
    }
}
