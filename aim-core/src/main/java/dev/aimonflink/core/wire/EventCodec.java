package dev.aimonflink.core.wire;

import dev.aimonflink.core.model.Event;

/** One format of the events topic. A codec keeps buffers: each thread has its own. */
public interface EventCodec {
    /** The bytes of any event, even of one with a {@link Event#fault()}. */
    byte[] encode(Event event);

    /**
     * The event in a record's value, which is without {@link Event#fault()}.
     *
     * @param bytes anything, even null
     * @throws MalformedException where there is no such event
     */
    Event decode(byte[] bytes);
}
