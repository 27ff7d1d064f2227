package dev.aimonflink.clients;

import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.wire.BinaryModelCodec;
import dev.aimonflink.core.wire.EventFormat;
import dev.aimonflink.core.wire.JsonModelCodec;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * Writes events of a model as records. Their key is that of the entity, in decimal digits or as UTF-8, so that an entity's events
 * share a partition and stay in order. For one thread.
 */
public final class ModelEventRecords {
    private final boolean isKeyText;
    private final Function<DeclaredEvent, byte[]> encoding;

    public ModelEventRecords(Model model, EventFormat format) {
        isKeyText = model.event().key().isText();
        encoding = encoding(model, format);
    }

    private static Function<DeclaredEvent, byte[]> encoding(Model model, EventFormat format) {
        return switch (format) {
            case JSON -> new JsonModelCodec(model)::encode;
            case BINARY -> new BinaryModelCodec(model)::encode;
            case KRYO ->
                throw new InvalidInputException(
                        "format=kryo is for calls alone, and a model has events of its own. Give json or binary.");
        };
    }

    public byte[] key(DeclaredEvent event) {
        String key = isKeyText ? event.keyText() : Long.toString(event.keyNumber());
        return key.getBytes(StandardCharsets.UTF_8);
    }

    public byte[] value(DeclaredEvent event) {
        return encoding.apply(event);
    }
}
