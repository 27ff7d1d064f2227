package dev.aimonflink.matrix.format.event;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.DeclaredEvent;

/** Reads and writes the events of a model in one format. A codec keeps buffers, so each thread needs its own. */
public interface ModelEventCodec {
    /**
     * Reads an event, which the matrix can count, from a record's value.
     *
     * @param bytes anything, even null
     * @param into is filled. If events are {@linkplain dev.aimonflink.matrix.model.EventType#isTimedByRecord timed by their
     *     records}, it keeps the time that it has, which the caller has set to that of the record.
     * @throws MalformedException if the bytes are no such event
     */
    void decode(byte[] bytes, DeclaredEvent into);

    /** The bytes of any event, even of one with a fault. */
    byte[] encode(DeclaredEvent event);

    /** Rejects a record without a value, which in other topics deletes. */
    static void requirePresent(byte[] bytes) {
        if (bytes == null) {
            throw new MalformedException("the value is null: an event cannot be deleted");
        }
    }
}
