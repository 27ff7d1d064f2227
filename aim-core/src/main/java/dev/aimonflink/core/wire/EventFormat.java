package dev.aimonflink.core.wire;

import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.model.Labels;
import java.util.List;
import java.util.Locale;

/** The formats of the events topic. All events of a topic have the same. */
public enum EventFormat {
    /** The default. Any program can write it: about 100 bytes. */
    JSON,
    /** Easy to write in any language: 25 bytes, big-endian. */
    BINARY,
    /** The shortest: about 17 bytes. */
    KRYO;

    /** The format with this {@link #label()}. */
    public static EventFormat of(String label) {
        String otherwise = "format=" + label + " is not an event format. Use one of ";
        return Labels.find(label, List.of(values()), EventFormat::label, otherwise);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public EventCodec newCodec() {
        return switch (this) {
            case KRYO -> new KryoEventCodec();
            case BINARY -> new BinaryEventCodec();
            case JSON -> new JsonEventCodec();
        };
    }

    /** The event, unless it cannot be applied. */
    static Event faultless(Event event) {
        event.fault().ifPresent(fault -> {
            throw new MalformedException(fault);
        });
        return event;
    }

    static void requirePresent(byte[] bytes) {
        if (bytes == null) {
            throw new MalformedException("the value is null: an event cannot be deleted");
        }
    }
}
