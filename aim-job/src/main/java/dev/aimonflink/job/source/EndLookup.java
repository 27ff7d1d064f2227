package dev.aimonflink.job.source;

import dev.aimonflink.matrix.row.EventPartition;
import java.util.Map;

/** Looks up which offsets are the ends of their Kafka partitions. May take a while. */
interface EndLookup extends AutoCloseable {
    /** Returns the next offsets with no event at or after them. Omits those that cannot be looked up. */
    Map<EventPartition, Long> atEnd(Map<EventPartition, Long> nextOffsets) throws InterruptedException;

    @Override
    void close();
}
