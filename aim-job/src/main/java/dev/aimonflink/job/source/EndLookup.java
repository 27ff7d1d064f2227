package dev.aimonflink.job.source;

import dev.aimonflink.matrix.row.SourcePartition;
import java.util.Map;

/** Looks up what follows offsets of Kafka partitions that are silent. May take a while. */
interface EndLookup extends AutoCloseable {
    /**
     * That no event follows an offset, yet or for ever: behind the last one there may be offsets that no reader gets.
     *
     * @param nextOffset the offset
     * @param emptyTo no event will ever be between the two
     * @param isEnd whether no event was at or after the offset
     */
    record Silence(long nextOffset, long emptyTo, boolean isEnd) {}

    /** Returns what follows each next offset. Omits those that cannot be looked up. */
    Map<SourcePartition, Silence> behind(Map<SourcePartition, Long> nextOffsets) throws InterruptedException;

    @Override
    void close();
}
