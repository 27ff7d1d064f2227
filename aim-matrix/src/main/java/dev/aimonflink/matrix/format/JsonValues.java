package dev.aimonflink.matrix.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes single JSON values; one of another type than requested is malformed, not converted. */
public final class JsonValues {
    /** The most digits after the point; every double has fewer. More would only fill memory. */
    private static final int MAX_DECIMAL_SCALE = 400;

    private JsonValues() {}

    public static long readLong(JsonParser parser) throws IOException {
        require(parser, "a whole number", parser.hasToken(JsonToken.VALUE_NUMBER_INT));
        return parser.getLongValue();
    }

    public static int readInt(JsonParser parser) throws IOException {
        require(parser, "a whole number", parser.hasToken(JsonToken.VALUE_NUMBER_INT));
        return parser.getIntValue();
    }

    public static double readDouble(JsonParser parser) throws IOException {
        requireNumber(parser);
        return parser.getDoubleValue();
    }

    public static void requireNumber(JsonParser parser) throws IOException {
        require(parser, "a number", parser.currentToken().isNumeric());
    }

    public static boolean readBoolean(JsonParser parser) throws IOException {
        require(parser, "true or false", parser.currentToken().isBoolean());
        return parser.getBooleanValue();
    }

    public static String readText(JsonParser parser) throws IOException {
        require(parser, "a text", parser.hasToken(JsonToken.VALUE_STRING));
        return parser.getText();
    }

    private static void require(JsonParser parser, String wanted, boolean holds) throws IOException {
        if (!holds) {
            throw new MalformedException(
                    fieldOf(parser) + " must be " + wanted + ", not " + Json.kind(parser.currentToken()));
        }
    }

    /** The field whose value, or part of it, the parser reads. */
    private static String fieldOf(JsonParser parser) throws IOException {
        String name = parser.currentName();
        for (JsonStreamContext in = parser.getParsingContext(); name == null && in != null; in = in.getParent()) {
            name = in.getCurrentName();
        }
        return name;
    }

    public static <T> T orNull(JsonParser parser, Json.Reading<T> reading) throws IOException {
        return parser.hasToken(JsonToken.VALUE_NULL) ? null : reading.read(parser);
    }

    public static <T> List<T> readList(JsonParser parser, Json.Reading<T> reading) throws IOException {
        if (!parser.hasToken(JsonToken.START_ARRAY)) {
            throw new MalformedException("an array is expected, not " + Json.kind(parser.currentToken()));
        }
        List<T> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(reading.read(parser));
        }
        return values;
    }

    /** Reads what {@link #writeScalar} writes; integers become longs, other numbers decimals. */
    public static Object readScalar(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? boundedDecimal(parser)
                        : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> boundedDecimal(parser);
            default ->
                throw new MalformedException("a single value is expected, not " + Json.kind(parser.currentToken()));
        };
    }

    private static BigDecimal boundedDecimal(JsonParser parser) throws IOException {
        BigDecimal value = parser.getDecimalValue();
        if (Math.abs(value.scale()) > MAX_DECIMAL_SCALE) {
            throw new MalformedException("a number has a scale of " + value.scale() + ", beyond " + MAX_DECIMAL_SCALE);
        }
        return value;
    }

    /** Writes a null, boolean, string or number. A double has a point or exponent, unlike a long. */
    public static void writeScalar(Object value, JsonGenerator out) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof String text) {
            out.writeString(text);
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else {
            throw new IllegalArgumentException("A " + value.getClass() + " is no value of a request or an answer.");
        }
    }
}
