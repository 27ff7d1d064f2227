package dev.aimonflink.core.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** How this package reads and writes JSON: strictly, and within bounds that hold for any bytes. */
final class Json {
    /** Nothing of ours is deeper than four. */
    static final int MAX_DEPTH = 16;

    /** Beyond every double, whose last digit is at most 324 places after the point; more could only fill memory. */
    private static final int MAX_DECIMAL_SCALE = 400;

    static final JsonFactory FACTORY = JsonFactory.builder()
            // Interned names would stay for ever, and anybody can send any number of them.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // The shortest digits that read back as the same number, the same on every JDK.
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private Json() {}

    interface Reading<T> {
        T read(JsonParser parser) throws IOException;
    }

    interface Writing {
        void write(JsonGenerator out) throws IOException;
    }

    interface FieldReading {
        /** Reads the value, at which the parser stands, of a field by its index in the list of names. */
        void read(int field, JsonParser parser) throws IOException;
    }

    /** Reads a text that is one JSON value and nothing else. */
    static <T> T read(byte[] bytes, Reading<T> reading) {
        if (bytes == null) {
            throw new MalformedException("the value is null");
        }
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            parser.nextToken();
            T value = reading.read(parser);
            requireEnd(parser);
            return value;
        } catch (MalformedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // Whatever a parser throws, the bytes made it; and no bytes may fail the job.
            throw new MalformedException(damage(e));
        }
    }

    static void requireEnd(JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            throw new MalformedException("something follows the JSON value");
        }
    }

    /** Reads an object that has each of the named fields once; others are skipped, so that writers can add some. */
    static void readFields(JsonParser parser, List<String> names, FieldReading fields) throws IOException {
        readFields(parser, names, true, fields);
    }

    /** Reads an object that has each of the named fields once, and no others. */
    static void readExactly(JsonParser parser, List<String> names, FieldReading fields) throws IOException {
        readFields(parser, names, false, fields);
    }

    private static void readFields(JsonParser parser, List<String> names, boolean skipOthers, FieldReading fields)
            throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            throw new MalformedException("a JSON object is expected, not " + kind(parser.currentToken()));
        }
        int seen = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            int field = names.indexOf(parser.currentName());
            parser.nextToken();
            if (field >= 0) {
                if ((seen & 1 << field) != 0) {
                    throw new MalformedException(names.get(field) + " is given twice");
                }
                seen |= 1 << field;
                fields.read(field, parser);
            } else if (skipOthers) {
                parser.skipChildren();
            } else {
                throw new MalformedException("there is no field '" + parser.currentName() + "'");
            }
        }
        for (int field = 0; field < names.size(); field++) {
            if ((seen & 1 << field) == 0) {
                throw new MalformedException(names.get(field) + " is missing");
            }
        }
    }

    static long readLong(JsonParser parser) throws IOException {
        require(parser, "a whole number", parser.hasToken(JsonToken.VALUE_NUMBER_INT));
        return parser.getLongValue();
    }

    static int readInt(JsonParser parser) throws IOException {
        require(parser, "a whole number", parser.hasToken(JsonToken.VALUE_NUMBER_INT));
        return parser.getIntValue();
    }

    /** Rounds once, from the digits to the nearest float. */
    static float readFloat(JsonParser parser) throws IOException {
        require(parser, "a number", parser.currentToken().isNumeric());
        return parser.getFloatValue();
    }

    static boolean readBoolean(JsonParser parser) throws IOException {
        require(parser, "true or false", parser.currentToken().isBoolean());
        return parser.getBooleanValue();
    }

    static String readText(JsonParser parser) throws IOException {
        require(parser, "a text", parser.hasToken(JsonToken.VALUE_STRING));
        return parser.getText();
    }

    private static void require(JsonParser parser, String wanted, boolean holds) throws IOException {
        if (!holds) {
            throw new MalformedException(
                    parser.currentName() + " must be " + wanted + ", not " + kind(parser.currentToken()));
        }
    }

    /** What a value is, for messages. */
    static String kind(JsonToken token) {
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "a number";
            case VALUE_NUMBER_FLOAT -> "a fraction";
            case VALUE_NULL -> "null";
            default -> token.asString();
        };
    }

    /** What is wrong with a text that cannot be read. */
    static String damage(Exception e) {
        if (e instanceof JsonProcessingException json && json.getLocation() != null) {
            return "unreadable JSON at byte " + json.getLocation().getByteOffset() + ": " + json.getOriginalMessage();
        }
        return "unreadable JSON: " + e.getMessage();
    }

    static <T> T orNull(JsonParser parser, Reading<T> reading) throws IOException {
        return parser.hasToken(JsonToken.VALUE_NULL) ? null : reading.read(parser);
    }

    static <T> List<T> readList(JsonParser parser, Reading<T> reading) throws IOException {
        if (!parser.hasToken(JsonToken.START_ARRAY)) {
            throw new MalformedException("an array is expected, not " + kind(parser.currentToken()));
        }
        List<T> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(reading.read(parser));
        }
        return values;
    }

    /** Reads what {@link #writeScalar} writes; integers become longs, all other numbers decimals. */
    static Object readScalar(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? boundedDecimal(parser)
                        : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> boundedDecimal(parser);
            default -> throw new MalformedException("a single value is expected, not " + kind(parser.currentToken()));
        };
    }

    private static BigDecimal boundedDecimal(JsonParser parser) throws IOException {
        BigDecimal value = parser.getDecimalValue();
        if (Math.abs(value.scale()) > MAX_DECIMAL_SCALE) {
            throw new MalformedException("a number has a scale of " + value.scale() + ", beyond " + MAX_DECIMAL_SCALE);
        }
        return value;
    }

    /** Writes a null, boolean, string or number; a double with a point or exponent, so that it is told from a long. */
    static void writeScalar(Object value, JsonGenerator out) throws IOException {
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

    static byte[] write(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            writing.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot be written to.", e);
        }
        return bytes.toByteArray();
    }
}
