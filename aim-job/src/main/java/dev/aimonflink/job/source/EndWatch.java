package dev.aimonflink.job.source;

import dev.aimonflink.matrix.row.SourcePartition;
import java.io.Serializable;
import java.util.Map;

/** Knows whether a reader is at the end of a Kafka partition. */
interface EndWatch extends AutoCloseable {
    /** Requests a lookup whether these next offsets are ends; returns at once. */
    void look(Map<SourcePartition, Long> nextOffsets);

    /** Whether a recent lookup found no event at or after this offset. */
    boolean isEnd(SourcePartition partition, long nextOffset);

    /** An offset, not before this one, with no event between the two: it counts as read. */
    long emptyTo(SourcePartition partition, long nextOffset);

    @Override
    void close();

    /** Creates the watch of a reader in its task. */
    interface Factory extends Serializable {
        EndWatch open(int subtask);
    }
}
