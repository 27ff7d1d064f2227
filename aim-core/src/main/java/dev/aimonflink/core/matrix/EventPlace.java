package dev.aimonflink.core.matrix;

/**
 * How far the matrix is in one Kafka partition of the events topic.
 *
 * @param nextOffset every event before it is applied, or laid aside
 * @param newestMs the newest event time accepted before it, or {@link dev.aimonflink.core.schema.WindowClock#NO_TIME}
 * @param atEnd whether the Kafka partition had no event from {@code nextOffset} on when that was last looked up
 */
public record EventPlace(EventPartition partition, long nextOffset, long newestMs, boolean atEnd) {}
