package dev.aimonflink.matrix.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

/** Reads and writes JSON strictly, and within limits for any bytes. */
public final class Json {
    /** The deepest nesting; the formats of this package need four levels. */
    public static final int MAX_DEPTH = 16;

    /** Enough for requests, events and most results. */
    private static final int FIRST_BYTES = 512;

    public static final JsonFactory FACTORY = JsonFactory.builder()
            // Interned names stay for ever, and a client can send any number of them.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // The shortest digits that read back as the same number, the same on every JDK.
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    /** Jackson does not name what it reads, and says so everywhere. */
    private static final Pattern SOURCE =
            Pattern.compile("\\[Source: REDACTED \\([^)]*\\); line: (\\d+), column: (\\d+)\\]");

    private Json() {}

    public interface Reading<T> {
        T read(JsonParser parser) throws IOException;
    }

    public interface Writing {
        void write(JsonGenerator out) throws IOException;
    }

    public interface FieldReading {
        /** Reads the value at the parser's position; the field is an index in the list of names. */
        void read(int field, JsonParser parser) throws IOException;
    }

    /** Reads a text that is exactly one JSON value. */
    public static <T> T read(byte[] bytes, Reading<T> reading) {
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
            // Whatever the parser throws comes from the bytes, and no bytes may fail the job.
            throw new MalformedException(damage(e));
        }
    }

    public static void requireEnd(JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            throw new MalformedException("something follows the JSON value");
        }
    }

    /** Skips others, so that later writers can add fields. */
    public static void readFields(JsonParser parser, List<String> names, FieldReading fields) throws IOException {
        requireAll(names, readPresent(parser, names, fields));
    }

    /** Reads an object that has each named field at most once. Skips others, and returns one bit for each named field present. */
    public static int readPresent(JsonParser parser, List<String> names, FieldReading fields) throws IOException {
        requireObject(parser);
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
            } else {
                parser.skipChildren();
            }
        }
        return seen;
    }

    public static void requireObject(JsonParser parser) {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            throw new MalformedException("a JSON object is expected, not " + kind(parser.currentToken()));
        }
    }

    /** Throws unless an object has all the named fields, which are the first bits. */
    public static void requireAll(List<String> names, int seen) {
        for (int field = 0; field < names.size(); field++) {
            if ((seen & 1 << field) == 0) {
                throw new MalformedException(names.get(field) + " is missing");
            }
        }
    }

    public static String kind(JsonToken token) {
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

    public static String damage(Exception e) {
        if (e instanceof JsonProcessingException json && json.getLocation() != null) {
            return "unreadable JSON at byte " + json.getLocation().getByteOffset() + ": " + reason(json);
        }
        return "unreadable JSON: " + e.getMessage();
    }

    /** A parser's message without positions; it may name a second one, such as where an object begins, whose line and column are kept. */
    public static String reason(JsonProcessingException e) {
        return SOURCE.matcher(e.getOriginalMessage()).replaceAll("line $1, column $2");
    }

    public static byte[] write(Writing writing) {
        return write(writing, Integer.MAX_VALUE);
    }

    /** @throws BoundedBytes.TooManyException if there would be more bytes */
    public static byte[] write(Writing writing, int maxBytes) {
        BoundedBytes bytes = new BoundedBytes(FIRST_BYTES, maxBytes);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            writing.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot be written to.", e);
        }
        return bytes.toByteArray();
    }
}
