package dev.aimonflink.matrix.row;

/**
 * The position of the matrix in one Kafka partition of the events topic.
 *
 * @param nextOffset all events before it are applied, or are dead letters
 * @param newestMs the newest event time accepted before it, or {@link dev.aimonflink.matrix.layout.WindowClock#NO_TIME}
 * @param atEnd whether the Kafka partition had no event from {@code nextOffset} on when the reader last checked
 * @param lost how many events before it Kafka no longer had when they were to be read, since the matrix began
 */
public record EventPlace(SourcePartition partition, long nextOffset, long newestMs, boolean atEnd, long lost) {
    public EventPlace of(long otherMs) {
        return new EventPlace(partition, nextOffset, otherMs, atEnd, lost);
    }

    /** The furthest of two places in the same Kafka partition. */
    public static EventPlace furthest(EventPlace one, EventPlace other) {
        return new EventPlace(
                one.partition,
                Math.max(one.nextOffset, other.nextOffset),
                Math.max(one.newestMs, other.newestMs),
                false,
                Math.max(one.lost, other.lost));
    }
}
