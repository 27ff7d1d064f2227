package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.PresetModels;
import dev.aimonflink.core.format.avro.AvroModelCodec;
import dev.aimonflink.core.format.avro.AvroSchemas;
import dev.aimonflink.core.model.DeclaredEvent;

/** Calls as Avro, by the schema of their model. */
public final class AvroEventCodec implements EventCodec {
    private final AvroModelCodec codec = new AvroModelCodec(PresetModels.named("aim-42"), AvroSchemas.none());
    private final DeclaredEvent event = CallModel.newEvent();

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
