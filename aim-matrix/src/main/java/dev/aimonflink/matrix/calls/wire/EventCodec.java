package dev.aimonflink.matrix.calls.wire;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;

/** Writes and reads calls in one format of the events topic, also as events of their model. Keeps buffers, so each thread needs its own. */
public interface EventCodec extends ModelEventCodec {
    /** Encodes any event, even one with a {@link Event#fault()}. */
    byte[] encode(Event event);

    /**
     * Reads an event without {@link Event#fault()} from a record's value.
     *
     * @param bytes anything, even null
     */
    Event decode(byte[] bytes);

    @Override
    default byte[] encode(DeclaredEvent event) {
        return encode(CallModel.call(event));
    }

    @Override
    default void decode(byte[] bytes, DeclaredEvent into) {
        CallModel.fill(into, decode(bytes));
    }

    /** The event, unless it cannot be applied. */
    static Event faultless(Event event) {
        event.fault().ifPresent(fault -> {
            throw new MalformedException(fault);
        });
        return event;
    }
}
