package dev.aimonflink.query.serve.format.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.Parameter;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the objects in a request: its params, its limits, and the freshness that it demands. */
final class NestedReader {
    private static final String LIMITS = "{\"rows\":100}";
    private static final String FRESHNESS = "{\"offsets\":{\"0\":1234}}";
    private static final String OFFSETS = "{\"0\":1234}";
    private static final Pattern PARTITION = Pattern.compile("0|[1-9]\\d{0,8}");

    private final FirstProblem problem;
    private final Map<String, Object> params = new HashMap<>();
    private final Map<Integer, Long> offsets = new HashMap<>();

    NestedReader(FirstProblem problem) {
        this.problem = problem;
    }

    /** The parameters, where null means the default; the limits are among them, so that they travel with the query. */
    Map<String, Object> params() {
        return params;
    }

    /** By Kafka partition, the offset before which all events must count. */
    Map<Integer, Long> offsets() {
        return offsets;
    }

    private interface EntryReading {
        void read(String name, JsonParser parser) throws IOException;
    }

    private void readObject(String name, String example, JsonParser parser, EntryReading entries) throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            problem.malformed(
                    name + " must be an object such as " + example + ", not " + Json.kind(parser.currentToken()) + ".");
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String entry = parser.currentName();
            parser.nextToken();
            entries.read(entry, parser);
            parser.skipChildren();
        }
    }

    private static boolean isWhole(JsonParser parser, long least) throws IOException {
        return parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                && parser.getLongValue() >= least;
    }

    private void reportUnknown(String object, String field, String example) {
        problem.malformed(
                object + " has no field '" + MalformedException.shown(field) + "'. Give it as " + example + ".");
    }

    /** Reads a flat object of single values without checking which of them a query takes. */
    void readParams(JsonParser parser) throws IOException {
        Set<String> names = new HashSet<>();
        readObject("params", "{\"alpha\":2}", parser, (name, at) -> {
            if (!names.add(name)) {
                problem.malformed(
                        "The parameter '" + MalformedException.shown(name) + "' is given twice. Give it once.");
            } else if (name.equals(Parameter.MAX_ROWS)) {
                problem.invalidParameter(
                        "No query has a parameter '" + name + "'. Give \"limits\":" + LIMITS + " beside params.");
            } else if (name.length() > Limits.MAX_NAME_LENGTH) {
                problem.invalidParameter(
                        "No parameter has a name of " + name.length() + " characters, and names are short.");
            } else {
                readParam(name, at);
            }
        });
    }

    private void readParam(String name, JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case VALUE_NULL -> params.put(name, null);
            case VALUE_TRUE, VALUE_FALSE -> params.put(name, parser.getBooleanValue());
            case VALUE_STRING -> params.put(name, parser.getText());
            case VALUE_NUMBER_FLOAT -> params.put(name, parser.getDoubleValue());
            case VALUE_NUMBER_INT -> {
                if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                    problem.invalidParameter(name + "=" + MalformedException.shown(parser.getText())
                            + " is out of range. Give a 64-bit number.");
                } else {
                    params.put(name, parser.getLongValue());
                }
            }
            default ->
                problem.invalidParameter(
                        "The parameter '" + name + "' must be a number, a text, true, false or null, not "
                                + Json.kind(parser.currentToken()) + ".");
        }
    }

    void readLimits(JsonParser parser) throws IOException {
        readObject("limits", LIMITS, parser, (field, at) -> {
            if (!field.equals("rows")) {
                reportUnknown("limits", field, LIMITS);
            } else if (isWhole(at, 1)) {
                params.put(Parameter.MAX_ROWS, at.getLongValue());
            } else {
                problem.malformed("The rows of limits are no number of rows. Give a whole number from 1 on, as in "
                        + LIMITS + ".");
            }
        });
    }

    /** Reads which events an answer must include. */
    void readFreshness(JsonParser parser) throws IOException {
        readObject("freshness", FRESHNESS, parser, (field, at) -> {
            if (field.equals("offsets")) {
                readObject(field, OFFSETS, at, this::readOffset);
            } else {
                reportUnknown("freshness", field, FRESHNESS);
            }
        });
    }

    private void readOffset(String partition, JsonParser parser) throws IOException {
        if (!PARTITION.matcher(partition).matches()) {
            problem.malformed("offsets has '" + MalformedException.shown(partition)
                    + "', which is no partition of the events topic. Give numbers from 0 on, as in " + OFFSETS + ".");
        } else if (!isWhole(parser, 0)) {
            problem.malformed("The offset of partition " + partition
                    + " is no offset. Give a whole number from 0 on: that of the first event that need not count.");
        } else if (offsets.size() == AnswerOptions.MAX_AWAITED) {
            problem.malformed(
                    "offsets has more than " + AnswerOptions.MAX_AWAITED + " partitions. Give those written to.");
        } else {
            offsets.put(Integer.parseInt(partition), parser.getLongValue());
        }
    }
}
