package dev.aimonflink.job.source;

import dev.aimonflink.core.matrix.EventPartition;
import java.util.Map;

/** Looks up which offsets are the ends of their Kafka partitions. May take a while. */
interface EndLookup extends AutoCloseable {
    /** Returns those of the next offsets that no event stands at or behind. What cannot be looked up is left out. */
    Map<EventPartition, Long> atEnd(Map<EventPartition, Long> nextOffsets) throws InterruptedException;

    @Override
    void close();
}
