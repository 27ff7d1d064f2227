package dev.aimonflink.clients;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.avro.AvroModelCodec;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** The values of refused records for people: Avro events of a model as JSON; those of another schema, damaged ones and other bytes as hex digits. */
public final class ShownEvents {
    private final Supplier<Model> model;
    private ModelEventCodec avro;
    private ModelEventCodec json;
    private DeclaredEvent event;

    /** @param model called when the first Avro event comes */
    public ShownEvents(Supplier<Model> model) {
        this.model = model;
    }

    public String value(RefusedRecord letter) {
        byte[] bytes = letter.valueBytes();
        if (bytes == null || !AvroModelCodec.isSingleObject(bytes)) {
            return letter.value();
        }
        prepare();
        try {
            avro.decode(bytes, event);
            return new String(json.encode(event), StandardCharsets.UTF_8);
        } catch (MalformedException unreadable) {
            return letter.value();
        }
    }

    private void prepare() {
        if (event == null) {
            Model known = model.get();
            avro = EventFormat.AVRO.newCodec(known);
            json = EventFormat.JSON.newCodec(known);
            event = new DeclaredEvent(known.event());
        }
    }
}
