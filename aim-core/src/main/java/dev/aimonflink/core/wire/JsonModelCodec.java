package dev.aimonflink.core.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.EventFaults;
import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventType;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.Model;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events of a model as JSON, by the names of their fields, in any order:
 *
 * <pre>
 * {"cardId":7,"timestamp":1795132800000,"amount":12.50,"online":true,"merchant":"FOOD"}
 * </pre>
 *
 * Unknown fields are ignored, and null is as good as a field that is not there. Times are epoch milliseconds, or texts as in
 * ISO-8601. Decimals with too many digits are rounded to the nearest, as PostgreSQL does.
 */
public final class JsonModelCodec implements ModelEventCodec {
    private static final int KEY = -1;
    private static final int TIME = -2;

    /** The longest number: more digits would only cost time. */
    private static final int MAX_DIGITS = 40;

    private final EventType type;
    private final List<EventField> fields;
    private final EventFaults faults;
    private final Map<String, Integer> places = new HashMap<>();
    private final List<Map<String, Integer>> labels;
    private boolean hasKey;
    private boolean hasTime;

    public JsonModelCodec(Model model) {
        type = model.event();
        fields = type.fields();
        faults = new EventFaults(type);
        places.put(type.key().name(), KEY);
        places.put(type.time(), TIME);
        for (EventField field : fields) {
            places.put(field.name(), places.size() - 2);
        }
        labels = fields.stream().map(JsonModelCodec::indexes).toList();
    }

    private static Map<String, Integer> indexes(EventField field) {
        Map<String, Integer> indexes = new HashMap<>();
        field.type().labels().forEach(label -> indexes.put(label, indexes.size()));
        return indexes;
    }

    // ---- reading

    @Override
    public void decode(byte[] bytes, DeclaredEvent into) {
        into.clear();
        hasKey = false;
        hasTime = false;
        Json.read(bytes, parser -> {
            readFields(parser, into);
            return into;
        });
        if (!hasKey) {
            throw new MalformedException(type.key().name() + " is missing");
        }
        if (!hasTime) {
            throw new MalformedException(type.time() + " is missing");
        }
        String fault = faults.of(into);
        if (fault != null) {
            throw new MalformedException(fault);
        }
    }

    private void readFields(JsonParser parser, DeclaredEvent into) throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            throw new MalformedException("a JSON object is expected, not " + Json.kind(parser.currentToken()));
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Integer place = places.get(parser.currentName());
            parser.nextToken();
            if (place == null) {
                parser.skipChildren();
            } else {
                readField(place, parser, into);
            }
        }
    }

    private void readField(int place, JsonParser parser, DeclaredEvent into) throws IOException {
        boolean isThere =
                place == KEY ? hasKey : place == TIME ? hasTime : !into.values().isNull(place);
        if (isThere) {
            throw new MalformedException(parser.currentName() + " is given twice");
        }
        if (place == KEY) {
            hasKey = true;
            if (type.key().isText()) {
                into.keyText(JsonValues.readText(parser));
            } else {
                into.keyNumber(JsonValues.readLong(parser));
            }
        } else if (place == TIME) {
            hasTime = true;
            into.timestampMs(readTime(parser));
        } else if (!parser.hasToken(JsonToken.VALUE_NULL)) {
            readValue(place, parser, into.values());
        }
    }

    private void readValue(int index, JsonParser parser, EventValues values) throws IOException {
        EventField field = fields.get(index);
        switch (field.type().kind()) {
            case BOOLEAN -> values.bits(index, JsonValues.readBoolean(parser) ? 1 : 0);
            case INT, LONG -> values.bits(index, JsonValues.readLong(parser));
            case DECIMAL -> values.bits(index, units(parser, field));
            case DOUBLE -> values.bits(index, Double.doubleToLongBits(JsonValues.readDouble(parser)));
            case ENUM -> values.bits(index, label(index, JsonValues.readText(parser)));
            case TEXT -> values.text(index, JsonValues.readText(parser));
            case TIME -> values.bits(index, readTime(parser));
        }
    }

    private static long units(JsonParser parser, EventField field) throws IOException {
        JsonValues.requireNumber(parser);
        if (parser.getTextLength() > MAX_DIGITS) {
            throw new MalformedException(field.name() + " has more than " + MAX_DIGITS + " characters");
        }
        BigDecimal value = parser.getDecimalValue();
        // An exponent can stand for any number of digits, which would all be made.
        if (Math.abs((long) value.precision() - value.scale()) <= MAX_DIGITS) {
            BigInteger units =
                    value.setScale(field.type().scale(), RoundingMode.HALF_UP).unscaledValue();
            if (units.bitLength() < Long.SIZE) {
                return units.longValue();
            }
        }
        throw new MalformedException(EventFaults.outside(field, parser.getText()));
    }

    private int label(int index, String text) {
        Integer known = labels.get(index).get(text);
        if (known != null) {
            return known;
        }
        EventField field = fields.get(index);
        if (field.unknown() == null) {
            throw new MalformedException(field.name() + "='" + FirstProblem.shown(text) + "' is not one of its "
                    + field.type().labels().size() + " values");
        }
        return labels.get(index).get(field.unknown());
    }

    private static long readTime(JsonParser parser) throws IOException {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            return JsonValues.readLong(parser);
        }
        try {
            return OffsetDateTime.parse(parser.getText()).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new MalformedException(parser.currentName() + "='" + FirstProblem.shown(parser.getText())
                    + "' is no time like 2026-11-20T08:00:00Z");
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
            out.writeNumberField(type.time(), event.timestampMs());
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
        out.writeFieldName(field.name());
        switch (field.type().kind()) {
            case BOOLEAN -> out.writeBoolean(values.bits(index) != 0);
            case INT, LONG, TIME -> out.writeNumber(values.bits(index));
            case DECIMAL ->
                out.writeNumber(
                        BigDecimal.valueOf(values.bits(index), field.type().scale()));
            case DOUBLE -> out.writeNumber(Double.longBitsToDouble(values.bits(index)));
            case ENUM -> out.writeString(field.type().labels().get((int) values.bits(index)));
            case TEXT -> out.writeString(values.text(index));
        }
    }
}
