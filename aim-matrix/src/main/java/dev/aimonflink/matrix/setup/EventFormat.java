package dev.aimonflink.matrix.setup;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.wire.BinaryEventCodec;
import dev.aimonflink.matrix.calls.wire.KryoEventCodec;
import dev.aimonflink.matrix.format.avro.AvroModelCodec;
import dev.aimonflink.matrix.format.avro.AvroSchemas;
import dev.aimonflink.matrix.format.event.BinaryModelCodec;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import dev.aimonflink.matrix.model.Model;
import java.util.List;
import java.util.Locale;

/** The formats of the events topic; all events of a topic have the same. */
public enum EventFormat {
    /** The default, which any program can write: about 100 bytes. */
    JSON,
    /** Easy to write in any language: 25 bytes, big-endian. */
    BINARY,
    /** The shortest, for calls only: about 17 bytes. */
    KRYO,
    /** Avro, with the schemas that the producers have. */
    AVRO;

    /** The format with this {@link #label()}. */
    public static EventFormat of(String label) {
        String otherwise = "format=" + label + " is not an event format. Use one of ";
        return Labels.find(label, List.of(values()), EventFormat::label, otherwise);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public ModelEventCodec newCodec(Model model) {
        return newCodec(model, AvroSchemas.none());
    }

    public ModelEventCodec newCodec(Model model, AvroSchemas schemas) {
        boolean areCalls = CallModel.isOfCalls(model);
        return switch (this) {
            case KRYO -> {
                if (!areCalls) {
                    throw new InvalidInputException("format=kryo is only for calls, and the events of the model '"
                            + model.name() + "' are others. Use json, binary or avro.");
                }
                yield new KryoEventCodec();
            }
            case BINARY -> areCalls ? new BinaryEventCodec() : new BinaryModelCodec(model);
            case JSON -> new JsonModelCodec(model);
            case AVRO -> new AvroModelCodec(model, schemas);
        };
    }
}
