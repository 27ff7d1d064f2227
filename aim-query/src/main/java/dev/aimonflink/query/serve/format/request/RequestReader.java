package dev.aimonflink.query.serve.format.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a request that may be wrong. Continues after wrong fields and stops at damage, so that it finds the client wherever the text is readable. */
final class RequestReader {
    static final long MAX_PLAIN_REQUEST = 999_999_999_999L;

    private static final int QUERIES = Catalogue.BENCHMARK.size();

    private static final String EXAMPLE = "Send a JSON object such as {\"clientId\":\"c1\",\"query\":\"q1\"}.";
    private static final List<String> FIELDS = List.of(
            "requestId",
            "clientId",
            "query",
            "params",
            "timeoutMs",
            "progress",
            "freshness",
            "maxAgeMs",
            "limits",
            "onBehalfOf",
            "cancel");

    private final int end;
    private final boolean truncated;
    private final Set<String> seen = new HashSet<>();
    private final FirstProblem problem = new FirstProblem();
    private final NestedReader nested = new NestedReader(problem);
    private String requestId;
    private String clientId;
    private String query;
    private String cancel;
    private int timeoutMs = Request.DEFAULT_TIMEOUT_MS;
    private int maxAgeMs;
    private String onBehalfOf;
    private boolean wantsProgress;

    private RequestReader(int end, boolean truncated) {
        this.end = end;
        this.truncated = truncated;
    }

    static RequestFields read(byte[] value, int maxBytes) {
        int end = Math.min(value.length, maxBytes);
        RequestReader reader = new RequestReader(end, end < value.length);
        try (JsonParser parser = Json.FACTORY.createParser(value, 0, end)) {
            reader.read(parser);
        } catch (IOException | RuntimeException e) {
            // Whatever the parser throws comes from the bytes, and no bytes may fail the job.
            reader.problem.report(damage(value, end, Json.damage(e)));
        }
        return reader.draft();
    }

    private static QueryError damage(byte[] value, int end, String what) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value, 0, end));
        } catch (CharacterCodingException otherEncoding) {
            return new QueryError(
                    Code.MALFORMED,
                    "The request is not in UTF-8: it is " + what + ". Send it in UTF-8.",
                    new QueryError.InSql(SqlState.INVALID_ENCODING));
        }
        return new QueryError(Code.MALFORMED, "The request is " + what + ". " + EXAMPLE);
    }

    private RequestFields draft() {
        return new RequestFields(
                requestId,
                clientId,
                query,
                cancel,
                nested.params(),
                timeoutMs,
                new AnswerOptions(wantsProgress, nested.offsets(), maxAgeMs, onBehalfOf),
                problem.error());
    }

    private void read(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            readObject(parser);
        } else if (first == JsonToken.VALUE_NUMBER_INT) {
            readPlain(parser);
        } else {
            problem.malformed("A request is expected, not " + Json.kind(first) + ". " + EXAMPLE);
            return;
        }
        if (parser.nextToken() != null) {
            problem.malformed("Something follows the request. Send one request in each record.");
        }
    }

    /** The AIM thesis's form: client offset, a multiple of seven, plus query number, from 1. */
    private void readPlain(JsonParser parser) throws IOException {
        if (truncated && isAtEnd(parser)) {
            return;
        }
        long number = parser.getLongValue();
        if (number < 1 || number > MAX_PLAIN_REQUEST) {
            problem.malformed("request=" + number + " is no plain request. Send an integer from 1 to "
                    + MAX_PLAIN_REQUEST + ", a multiple of " + QUERIES + " for the client plus the number of a query.");
            return;
        }
        long queryNumber = (number - 1) % QUERIES + 1;
        query = Catalogue.BENCHMARK.get((int) queryNumber - 1);
        clientId = Long.toString(number - queryNumber);
    }

    private void readObject(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (!FIELDS.contains(field)) {
                problem.malformed("A request has no field '" + MalformedException.shown(field) + "'. It has "
                        + String.join(", ", FIELDS) + ".");
            } else if (!seen.add(field)) {
                problem.malformed("The field '" + field + "' is given twice. Give it once.");
            } else if (!parser.hasToken(JsonToken.VALUE_NULL)) {
                readField(field, parser);
            }
            parser.skipChildren();
        }
    }

    private void readField(String field, JsonParser parser) throws IOException {
        switch (field) {
            case "requestId" -> requestId = readId(field, parser);
            case "clientId" -> clientId = readId(field, parser);
            case "query" -> query = readQuery(parser);
            case "cancel" -> cancel = readId(field, parser);
            case "params" -> nested.readParams(parser);
            case "timeoutMs" -> readTimeout(parser);
            case "maxAgeMs" -> readMaxAge(parser);
            case "onBehalfOf" -> onBehalfOf = readId(field, parser);
            case "limits" -> nested.readLimits(parser);
            case "freshness" -> nested.readFreshness(parser);
            default -> readProgress(parser);
        }
    }

    private String readId(String field, JsonParser parser) throws IOException {
        boolean isNumber = parser.currentToken().isNumeric();
        if (isNumber && isAtEnd(parser)) {
            return null;
        }
        if (isNumber || parser.hasToken(JsonToken.VALUE_STRING)) {
            String id = parser.getText();
            if (!id.isEmpty() && id.length() <= Limits.MAX_NAME_LENGTH) {
                return id;
            }
            problem.malformed(
                    field + " has " + id.length() + " characters. Give it 1 to " + Limits.MAX_NAME_LENGTH + ".");
            return null;
        }
        problem.malformed(field + " must be a text or a number, not " + Json.kind(parser.currentToken()) + ".");
        return null;
    }

    /** Whether the parser is at the end of the text, where a number may be cut off. */
    private boolean isAtEnd(JsonParser parser) {
        return parser.currentLocation().getByteOffset() >= end;
    }

    private String readQuery(JsonParser parser) throws IOException {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            problem.malformed("query must be a text such as \"q1\", not " + Json.kind(parser.currentToken()) + ".");
            return null;
        }
        String name = parser.getText();
        if (name.length() > Limits.MAX_NAME_LENGTH) {
            problem.report(
                    Code.UNKNOWN_QUERY,
                    "There is no query with a name of " + name.length() + " characters. Names are such as \"q1\".");
            return null;
        }
        return name;
    }

    private void readTimeout(JsonParser parser) throws IOException {
        int millis = isInt(parser) ? parser.getIntValue() : 0;
        if (millis < 1 || millis > Request.MAX_TIMEOUT_MS) {
            problem.malformed("timeoutMs=" + given(parser) + " is not a timeout. Give whole milliseconds from 1 to "
                    + Request.MAX_TIMEOUT_MS + ".");
            return;
        }
        timeoutMs = millis;
    }

    private void readMaxAge(JsonParser parser) throws IOException {
        int millis = isInt(parser) ? parser.getIntValue() : -1;
        if (millis < 0 || millis > AnswerOptions.MAX_MAX_AGE_MS) {
            problem.malformed(
                    "maxAgeMs=" + given(parser) + " is no age of an answer. Give whole milliseconds from 0 to "
                            + AnswerOptions.MAX_MAX_AGE_MS + ", or leave it out for an answer that is computed anew.");
            return;
        }
        maxAgeMs = millis;
    }

    private void readProgress(JsonParser parser) throws IOException {
        if (!parser.currentToken().isBoolean()) {
            problem.malformed(
                    "progress=" + given(parser) + " is neither true nor false. Give true to get the offset and the"
                            + " time in each Kafka partition, or leave it out.");
            return;
        }
        wantsProgress = parser.getBooleanValue();
    }

    private static String given(JsonParser parser) throws IOException {
        return parser.currentToken().isScalarValue()
                ? MalformedException.shown(parser.getText())
                : Json.kind(parser.currentToken());
    }

    private static boolean isInt(JsonParser parser) throws IOException {
        return parser.hasToken(JsonToken.VALUE_NUMBER_INT) && parser.getNumberType() == JsonParser.NumberType.INT;
    }
}
