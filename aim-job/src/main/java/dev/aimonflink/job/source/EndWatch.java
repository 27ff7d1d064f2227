package dev.aimonflink.job.source;

import dev.aimonflink.matrix.row.SourcePartition;
import java.io.Serializable;
import java.util.Map;

/** Knows whether a reader is at the end of a Kafka partition. */
interface EndWatch extends AutoCloseable {
    /** Asks to look up whether these next offsets are ends. Returns at once. */
    void look(Map<SourcePartition, Long> nextOffsets);

    /** Returns whether a recent lookup found no event at this offset or after it. */
    boolean isEnd(SourcePartition partition, long nextOffset);

    /** Returns an offset, not before this one, with no event between the two: it counts as read. */
    long emptyTo(SourcePartition partition, long nextOffset);

    @Override
    void close();

    /** Creates the watch of a reader in its task. */
    interface Factory extends Serializable {
        EndWatch open(int subtask);
    }
}
