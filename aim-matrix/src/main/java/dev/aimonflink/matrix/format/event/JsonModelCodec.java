package dev.aimonflink.matrix.format.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Model;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Events of a model as JSON, by the names of their fields, in any order:
 *
 * <pre>
 * {"cardId":7,"timestamp":1795132800000,"amount":12.50,"online":true,"merchant":"FOOD"}
 * </pre>
 *
 * Unknown fields are ignored, and null means absent. Times are epoch milliseconds or ISO-8601 texts. Excess decimal digits are rounded to
 * the nearest, as in PostgreSQL.
 */
public final class JsonModelCodec implements ModelEventCodec {
    private final EventType type;
    private final List<EventField> fields;
    private final EventFaults faults;

    /** The event's fields, then its key and, if it has one, its time. */
    private final ObjectFields names;

    private final int keyPlace;
    private final int timePlace;
    private final FieldJson[] json;

    public JsonModelCodec(Model model) {
        type = model.event();
        fields = type.fields();
        faults = new EventFaults(type);
        List<String> all = new ArrayList<>();
        fields.forEach(field -> all.add(field.name()));
        all.add(type.key().name());
        if (!type.isTimedByRecord()) {
            all.add(type.time());
        }
        names = new ObjectFields(all);
        keyPlace = fields.size();
        timePlace = keyPlace + 1;
        json = fields.stream().map(JsonModelCodec::json).toArray(FieldJson[]::new);
    }

    private static FieldJson json(EventField field) {
        return new FieldJson(
                field.name(), field.type(), field.unknown(), written -> EventFaults.outside(field, written));
    }

    // ---- reading

    @Override
    public void decode(byte[] bytes, DeclaredEvent into) {
        ModelEventCodec.requirePresent(bytes);
        into.clear();
        Json.read(bytes, parser -> {
            names.read(parser, (place, at) -> readField(place, at, into));
            return into;
        });
        names.require(keyPlace);
        if (!type.isTimedByRecord()) {
            names.require(timePlace);
        }
        MalformedException.throwIf(faults.of(into));
    }

    private void readField(int place, JsonParser parser, DeclaredEvent into) throws IOException {
        if (place == keyPlace) {
            if (type.key().isText()) {
                into.keyText(JsonValues.readText(parser));
            } else {
                into.keyNumber(JsonValues.readLong(parser));
            }
        } else if (place == timePlace) {
            into.timestampMs(FieldJson.readTime(parser));
        } else if (!parser.hasToken(JsonToken.VALUE_NULL)) {
            readValue(place, parser, into.values());
        }
    }

    private void readValue(int index, JsonParser parser, EventValues values) throws IOException {
        if (fields.get(index).type().is(Kind.TEXT)) {
            values.text(index, JsonValues.readText(parser));
        } else {
            values.bits(index, json[index].readBits(parser));
        }
    }

    // ---- writing

    /** Null fields are left out. */
    @Override
    public byte[] encode(DeclaredEvent event) {
        return Json.write(out -> {
            out.writeStartObject();
            if (type.key().isText()) {
                out.writeStringField(type.key().name(), event.keyText());
            } else {
                out.writeNumberField(type.key().name(), event.keyNumber());
            }
            if (!type.isTimedByRecord()) {
                out.writeNumberField(type.time(), event.timestampMs());
            }
            for (int field = 0; field < fields.size(); field++) {
                if (!event.values().isNull(field)) {
                    write(field, event.values(), out);
                }
            }
            out.writeEndObject();
        });
    }

    private void write(int index, EventValues values, JsonGenerator out) throws IOException {
        EventField field = fields.get(index);
        if (field.type().is(Kind.TEXT)) {
            out.writeStringField(field.name(), values.text(index));
        } else {
            json[index].writeBits(values.bits(index), out);
        }
    }
}
