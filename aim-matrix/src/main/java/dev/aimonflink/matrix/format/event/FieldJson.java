package dev.aimonflink.matrix.format.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import dev.aimonflink.matrix.format.DecimalUnits;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.UnknownLabel;
import dev.aimonflink.matrix.model.FieldType;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Reads and writes the values of a field or attribute as bits. Texts have none: {@link JsonValues} reads them. */
final class FieldJson {
    private final String name;
    private final FieldType type;
    private final String unknownOrNull;
    private final UnaryOperator<String> outside;
    private final Map<String, Integer> indexes = new HashMap<>();

    /**
     * @param unknownOrNull the label for all unknown ones; null if these are malformed
     * @param outside the message for a number, as written, that is out of range
     */
    FieldJson(String name, FieldType type, String unknownOrNull, UnaryOperator<String> outside) {
        this.name = name;
        this.type = type;
        this.unknownOrNull = unknownOrNull;
        this.outside = outside;
        type.labels().forEach(label -> indexes.put(label, indexes.size()));
    }

    long readBits(JsonParser parser) throws IOException {
        return switch (type.kind()) {
            case BOOLEAN -> JsonValues.readBoolean(parser) ? 1 : 0;
            case INT, LONG -> readLong(parser);
            case DECIMAL -> readUnits(parser);
            case DOUBLE -> Double.doubleToLongBits(JsonValues.readDouble(parser));
            case ENUM -> index(JsonValues.readText(parser));
            case TIME -> readTime(parser);
            case TEXT -> throw new IllegalStateException(name + " is a text, which has no bits.");
        };
    }

    private long readLong(JsonParser parser) throws IOException {
        try {
            return JsonValues.readLong(parser);
        } catch (InputCoercionException tooLarge) {
            throw new MalformedException(outside.apply(MalformedException.shown(parser.getText())));
        }
    }

    private long readUnits(JsonParser parser) throws IOException {
        JsonValues.requireNumber(parser);
        if (parser.getTextLength() > DecimalUnits.MAX_DIGITS) {
            throw new MalformedException(name + " has more than " + DecimalUnits.MAX_DIGITS + " characters");
        }
        OptionalLong units = DecimalUnits.of(parser.getDecimalValue(), type.scale());
        if (units.isEmpty()) {
            throw new MalformedException(outside.apply(parser.getText()));
        }
        return units.getAsLong();
    }

    private int index(String label) {
        Integer known = indexes.get(label);
        if (known != null) {
            return known;
        }
        if (unknownOrNull == null) {
            throw UnknownLabel.of(name, label, type.labels());
        }
        return indexes.get(unknownOrNull);
    }

    static long readTime(JsonParser parser) throws IOException {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            return JsonValues.readLong(parser);
        }
        try {
            return OffsetDateTime.parse(parser.getText()).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new MalformedException(parser.currentName() + "='" + MalformedException.shown(parser.getText())
                    + "' is no time like 2026-11-20T08:00:00Z");
        }
    }

    void writeBits(long bits, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        switch (type.kind()) {
            case BOOLEAN -> out.writeBoolean(bits != 0);
            case INT, LONG, TIME -> out.writeNumber(bits);
            case DECIMAL -> out.writeNumber(BigDecimal.valueOf(bits, type.scale()));
            case DOUBLE -> out.writeNumber(Double.longBitsToDouble(bits));
            case ENUM -> out.writeString(type.labels().get((int) bits));
            case TEXT -> throw new IllegalStateException(name + " is a text, which has no bits.");
        }
    }
}
