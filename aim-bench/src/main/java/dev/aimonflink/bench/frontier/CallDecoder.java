package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;

/** Reads the calls of the topic as our job does. For one thread. */
final class CallDecoder {
    private final ModelEventCodec codec = EventStream.FORMAT.newCodec(CallModel.smallest());
    private final DeclaredEvent event = CallModel.newEvent();

    Event decode(byte[] value) {
        codec.decode(value, event);
        return CallModel.call(event);
    }
}
