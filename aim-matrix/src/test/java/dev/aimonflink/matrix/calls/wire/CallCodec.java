package dev.aimonflink.matrix.calls.wire;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.setup.EventFormat;

/** Calls by a codec of their model. For one thread. */
public final class CallCodec implements EventCodec {
    private final ModelEventCodec codec;
    private final DeclaredEvent event = CallModel.newEvent();

    private CallCodec(ModelEventCodec codec) {
        this.codec = codec;
    }

    /** A codec of calls in a format. */
    public static EventCodec of(EventFormat format) {
        ModelEventCodec codec = format.newCodec(CallModel.smallest());
        return codec instanceof EventCodec ofCalls ? ofCalls : new CallCodec(codec);
    }

    @Override
    public byte[] encode(Event call) {
        CallModel.fill(event, call);
        return codec.encode(event);
    }

    @Override
    public Event decode(byte[] bytes) {
        codec.decode(bytes, event);
        return CallModel.call(event);
    }
}
