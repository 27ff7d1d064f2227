package dev.aimonflink.query.format.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.query.request.Parameter;
import java.io.IOException;
import java.util.Map;

/** Reads how much an answer may have: {@code {"rows":100}}. */
final class LimitsReader {
    private static final String EXAMPLE = "{\"rows\":100}";

    private final FirstProblem problem;
    private final Map<String, Object> params;

    /** @param params of the request, which get the limits as well: so they travel with the query */
    LimitsReader(FirstProblem problem, Map<String, Object> params) {
        this.problem = problem;
        this.params = params;
    }

    void read(JsonParser parser) throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            problem.malformed(
                    "limits must be an object such as " + EXAMPLE + ", not " + Json.kind(parser.currentToken()) + ".");
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (!field.equals("rows")) {
                problem.malformed(
                        "limits has no field '" + MalformedException.shown(field) + "'. Give it as " + EXAMPLE + ".");
            } else if (isCount(parser)) {
                params.put(Parameter.MAX_ROWS, parser.getLongValue());
            } else {
                problem.malformed("The rows of limits are no number of rows. Give a whole number from 1 on, as in "
                        + EXAMPLE + ".");
            }
            parser.skipChildren();
        }
    }

    private static boolean isCount(JsonParser parser) throws IOException {
        return parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                && parser.getLongValue() >= 1;
    }
}
