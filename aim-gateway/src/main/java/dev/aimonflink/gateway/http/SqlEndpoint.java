package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Answers a statement.
 *
 * <pre>
 * POST /v1/sql
 * {"statement":"SELECT count(*) FROM subscribers WHERE city = $1","parameters":["Zurich"],"maxAge":"200ms","timeout":"5s"}
 *
 * {"columns":[{"name":"count","type":"bigint"}],"rows":[[81]],"asOf":{...},"ageMicros":0,"timings":{...}}
 * </pre>
 */
final class SqlEndpoint implements Endpoint {
    static final Set<String> QUERY = Set.of("numbers");

    private static final String STATEMENT = "statement";
    private static final String PARAMETERS = "parameters";

    /** Keys that are settings of the request. */
    private static final Map<String, String> SETTINGS = Map.of(
            "maxAge", "aim.max_age", "timeout", "statement_timeout", "timeZone", "TimeZone", "fresh", "aim.freshness");

    private static final Set<String> KEYS = Set.of(STATEMENT, PARAMETERS, "maxAge", "timeout", "timeZone", "fresh");

    private static final Set<String> TYPES_OF_A_STATEMENT = Set.of("text/plain", "application/sql");
    private static final int MAX_PARAMETERS = 65_535;

    private final CallSessions requests;
    private final String before;

    /** @param before what precedes each statement, such as {@code EXPLAIN} */
    SqlEndpoint(CallSessions requests, String before) {
        this.requests = requests;
        this.before = before;
    }

    @Override
    public void answer(Call call) throws IOException {
        AnswerFormat format = AnswerFormat.of(call);
        ObjectNode given = given(call);
        if (!given.path(STATEMENT).isTextual()) {
            throw HttpRefusal.badRequest("The body has no text \"" + STATEMENT + "\". Give a statement of SQL.");
        }
        List<String> values = values(given.path(PARAMETERS));
        // Refused before anything is asked.
        boolean unused = CallSessions.areNumbersTexts(call);
        requests.run(call, session -> {
            SETTINGS.forEach((key, setting) -> {
                if (given.has(key)) {
                    session.set(setting, given.get(key).asText());
                }
            });
            answer(session, call, before + given.get(STATEMENT).textValue(), values, format);
        });
    }

    private void answer(RequestSession session, Call call, String statement, List<String> values, AnswerFormat format)
            throws IOException {
        try {
            if (format == AnswerFormat.JSON) {
                requests.send(call, session.answer(statement, values), format);
            } else {
                session.copy(statement, values, (answer, pages) -> requests.send(call, answer, pages, format));
            }
        } catch (Failure failure) {
            throw failure.behind(-before.length());
        }
    }

    private static ObjectNode given(Call call) throws IOException {
        if (TYPES_OF_A_STATEMENT.contains(call.type())) {
            return CallSessions.newObject().put(STATEMENT, call.text());
        }
        if (!call.type().equals("application/json")) {
            throw HttpRefusal.of(
                    HttpStatus.UNSUPPORTED_TYPE,
                    SqlState.NOT_SUPPORTED,
                    "The body is of type \"" + call.type() + "\". Send Content-Type: application/json with the key \""
                            + STATEMENT + "\", or text/plain with the statement itself.");
        }
        return call.object(KEYS);
    }

    /** As texts, which the statement's types read. */
    private static List<String> values(JsonNode given) {
        if (!given.isMissingNode() && !given.isArray()) {
            throw HttpRefusal.badRequest("\"" + PARAMETERS + "\" is no array. Give the values of $1, $2 and so on.");
        }
        if (given.size() > MAX_PARAMETERS) {
            throw HttpRefusal.badRequest(
                    "There are more than " + MAX_PARAMETERS + " parameters. Give an array as one.");
        }
        List<String> values = new ArrayList<>();
        for (JsonNode each : given) {
            if (each.isContainerNode()) {
                throw HttpRefusal.badRequest("The value of $" + (values.size() + 1)
                        + " is an array or an object. Give a text, as '{1,2}' for an array.");
            }
            values.add(each.isNull() ? null : each.isNumber() ? plain(each.decimalValue()) : each.asText());
        }
        return values;
    }

    /** An exponent would write out a billion digits. */
    private static String plain(BigDecimal number) {
        return Math.abs((long) number.scale()) > 1_000 ? number.toString() : number.toPlainString();
    }
}
