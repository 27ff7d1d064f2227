package dev.aimonflink.clients;

import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import java.nio.charset.StandardCharsets;

/**
 * Writes events of a model as records. Their key is the entity's, in decimal digits or as UTF-8, so that an entity's events stay in order
 * in one partition. For one thread.
 */
public final class ModelEventRecords {
    private final boolean isKeyText;
    private final ModelEventCodec codec;

    public ModelEventRecords(Model model, EventFormat format) {
        isKeyText = model.event().key().isText();
        codec = format.newCodec(model);
    }

    public byte[] key(DeclaredEvent event) {
        String key = isKeyText ? event.keyText() : Long.toString(event.keyNumber());
        return key.getBytes(StandardCharsets.UTF_8);
    }

    public byte[] value(DeclaredEvent event) {
        return codec.encode(event);
    }
}
