package dev.aimonflink.job.source;

import dev.aimonflink.matrix.row.SourcePartition;
import java.util.Map;

/** Looks up what follows offsets of silent Kafka partitions; may take a while. */
interface EndLookup extends AutoCloseable {
    /**
     * No event follows an offset, yet or for ever: behind the last one there may be offsets that no reader gets.
     *
     * @param emptyTo no event will ever be between the two
     * @param isEnd whether no event was at or after the offset
     */
    record Silence(long nextOffset, long emptyTo, boolean isEnd) {}

    /** What follows each next offset, as far as it can be looked up. */
    Map<SourcePartition, Silence> behind(Map<SourcePartition, Long> nextOffsets) throws InterruptedException;

    @Override
    void close();
}
