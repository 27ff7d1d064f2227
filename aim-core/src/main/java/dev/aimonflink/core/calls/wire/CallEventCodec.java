package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.format.event.ModelEventCodec;
import dev.aimonflink.core.model.DeclaredEvent;

/** Calls as events of their model, in one of the formats that calls have of their own. */
public record CallEventCodec(EventCodec calls) implements ModelEventCodec {
    @Override
    public void decode(byte[] bytes, DeclaredEvent into) {
        CallModel.fill(into, calls.decode(bytes));
    }

    @Override
    public byte[] encode(DeclaredEvent event) {
        return calls.encode(CallModel.call(event));
    }
}
