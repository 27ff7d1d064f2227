package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.format.MalformedException;

/** Writes and reads one format of the events topic. A codec keeps buffers, so each thread needs its own. */
public interface EventCodec {
    /** The bytes of any event, even of one with a {@link Event#fault()}. */
    byte[] encode(Event event);

    /**
     * Reads an event, which has no {@link Event#fault()}, from a record's value.
     *
     * @param bytes anything, even null
     * @throws MalformedException if the bytes are no such event
     */
    Event decode(byte[] bytes);

    /** The event, unless it cannot be applied. */
    static Event faultless(Event event) {
        event.fault().ifPresent(fault -> {
            throw new MalformedException(fault);
        });
        return event;
    }
}
