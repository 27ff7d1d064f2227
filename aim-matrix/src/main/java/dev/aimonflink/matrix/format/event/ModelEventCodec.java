package dev.aimonflink.matrix.format.event;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.DeclaredEvent;

/** Reads and writes the events of a model in one format. Keeps buffers, so each thread needs its own codec. */
public interface ModelEventCodec {
    /**
     * Reads an event that the matrix can count from a record's value.
     *
     * @param bytes anything, even null
     * @param into is filled. If events are {@linkplain dev.aimonflink.matrix.model.EventType#isTimedByRecord timed by their records}, it
     *     keeps its time, which the caller has set to the record's
     */
    void decode(byte[] bytes, DeclaredEvent into);

    byte[] encode(DeclaredEvent event);

    /** Rejects a record without a value, which in other topics means deletion. */
    static void requirePresent(byte[] bytes) {
        if (bytes == null) {
            throw new MalformedException("the value is null: an event cannot be deleted");
        }
    }
}
