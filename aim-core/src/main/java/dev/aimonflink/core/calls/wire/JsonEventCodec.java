package dev.aimonflink.core.calls.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.format.Json;
import dev.aimonflink.core.format.JsonValues;
import dev.aimonflink.core.format.event.ModelEventCodec;
import java.io.IOException;
import java.util.List;

/**
 * Events as JSON, version 1:
 *
 * <pre>
 * {"subscriberId":7,"timestamp":1795132800000,"durationSeconds":61,"cost":1.25,"longDistance":true}
 * </pre>
 *
 * in any order. Unknown fields are ignored. The cost is read as a float, as in the other formats.
 */
public final class JsonEventCodec implements EventCodec {
    private static final List<String> FIELDS =
            List.of("subscriberId", "timestamp", "durationSeconds", "cost", "longDistance");

    private long subscriberId;
    private long timestampMs;
    private int durationSeconds;
    private float cost;
    private boolean longDistance;

    @Override
    public byte[] encode(Event event) {
        return Json.write(out -> write(event, out));
    }

    private static void write(Event event, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("subscriberId", event.subscriberId());
        out.writeNumberField("timestamp", event.timestampMs());
        out.writeNumberField("durationSeconds", event.durationSeconds());
        out.writeNumberField("cost", event.cost());
        out.writeBooleanField("longDistance", event.longDistance());
        out.writeEndObject();
    }

    @Override
    public Event decode(byte[] bytes) {
        ModelEventCodec.requirePresent(bytes);
        return EventCodec.faultless(Json.read(bytes, this::read));
    }

    private Event read(JsonParser parser) throws IOException {
        Json.readFields(parser, FIELDS, this::readField);
        return new Event(subscriberId, timestampMs, durationSeconds, cost, longDistance);
    }

    private void readField(int field, JsonParser parser) throws IOException {
        switch (field) {
            case 0 -> subscriberId = JsonValues.readLong(parser);
            case 1 -> timestampMs = JsonValues.readLong(parser);
            case 2 -> durationSeconds = JsonValues.readInt(parser);
            case 3 -> cost = JsonValues.readFloat(parser);
            default -> longDistance = JsonValues.readBoolean(parser);
        }
    }
}
