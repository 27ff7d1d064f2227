package dev.aimonflink.query.format.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.query.request.AnswerOptions;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads which events an answer has to have: {@code {"offsets":{"0":1234}}}. */
final class FreshnessReader {
    private static final String EXAMPLE = "{\"offsets\":{\"0\":1234}}";
    private static final Pattern PARTITION = Pattern.compile("0|[1-9]\\d{0,8}");

    private final FirstProblem problem;
    private final Map<Integer, Long> offsets = new HashMap<>();

    FreshnessReader(FirstProblem problem) {
        this.problem = problem;
    }

    /** By the number of a Kafka partition, the offset before which all events count. */
    Map<Integer, Long> offsets() {
        return offsets;
    }

    void read(JsonParser parser) throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            problem.malformed("freshness must be an object such as " + EXAMPLE + ", not "
                    + Json.kind(parser.currentToken()) + ".");
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (!field.equals("offsets")) {
                problem.malformed("freshness has no field '" + MalformedException.shown(field) + "'. Give it as "
                        + EXAMPLE + ".");
            } else if (!parser.hasToken(JsonToken.START_OBJECT)) {
                problem.malformed("offsets must be an object such as {\"0\":1234}, not "
                        + Json.kind(parser.currentToken()) + ".");
            } else {
                readOffsets(parser);
                continue;
            }
            parser.skipChildren();
        }
    }

    private void readOffsets(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String partition = parser.currentName();
            parser.nextToken();
            if (!PARTITION.matcher(partition).matches()) {
                problem.malformed("offsets has '" + MalformedException.shown(partition)
                        + "', which is no partition of the events topic. Give numbers from 0 on, as in {\"0\":1234}.");
            } else if (!isOffset(parser)) {
                problem.malformed("The offset of partition " + partition
                        + " is no offset. Give a whole number from 0 on: that of the first event that need not count.");
            } else if (offsets.size() == AnswerOptions.MAX_AWAITED) {
                problem.malformed(
                        "offsets has more than " + AnswerOptions.MAX_AWAITED + " partitions. Give those written to.");
            } else {
                offsets.put(Integer.parseInt(partition), parser.getLongValue());
            }
            parser.skipChildren();
        }
    }

    private static boolean isOffset(JsonParser parser) throws IOException {
        return parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                && parser.getLongValue() >= 0;
    }
}
