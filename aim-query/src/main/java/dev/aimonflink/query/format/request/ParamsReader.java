package dev.aimonflink.query.format.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.request.Parameter;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Reads the parameters of a request: a flat object of single values. Does not check which of them a query takes. */
final class ParamsReader {
    private final FirstProblem problem;
    private final Map<String, Object> params = new HashMap<>();

    ParamsReader(FirstProblem problem) {
        this.problem = problem;
    }

    /** The parameters. Null stands for the default. */
    Map<String, Object> params() {
        return params;
    }

    void read(JsonParser parser) throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            problem.malformed(
                    "params must be an object such as {\"alpha\":2}, not " + Json.kind(parser.currentToken()) + ".");
            return;
        }
        Set<String> names = new HashSet<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (!names.add(name)) {
                problem.malformed(
                        "The parameter '" + MalformedException.shown(name) + "' is given twice. Give it once.");
            } else if (name.equals(Parameter.MAX_ROWS)) {
                problem.invalidParameter(
                        "No query has a parameter '" + name + "'. Give \"limits\":{\"rows\":100} beside params.");
            } else if (name.length() > Limits.MAX_NAME_LENGTH) {
                problem.invalidParameter(
                        "No parameter has a name of " + name.length() + " characters, and names are short.");
            } else {
                readParam(name, parser);
            }
            parser.skipChildren();
        }
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
}
