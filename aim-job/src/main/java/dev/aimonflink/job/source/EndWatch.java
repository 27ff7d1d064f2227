package dev.aimonflink.job.source;

import dev.aimonflink.core.matrix.EventPartition;
import java.io.Serializable;
import java.util.Map;

/** Knows whether a reader stands at the end of a Kafka partition. */
interface EndWatch extends AutoCloseable {
    /** Asks to look up whether these next offsets are ends. Returns at once. */
    void look(Map<EventPartition, Long> nextOffsets);

    /** Returns whether no event stood at this offset or behind it when that was looked up, a moment ago. */
    boolean isEnd(EventPartition partition, long nextOffset);

    @Override
    void close();

    /** Makes the watch of a reader where the reader runs. */
    interface Factory extends Serializable {
        EndWatch open(int subtask);
    }
}
