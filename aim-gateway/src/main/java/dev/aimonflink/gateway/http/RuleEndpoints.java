package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.rule.EntitySample;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.gateway.topics.RulesDesk;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Rules: a body is a file of rules, as {@code aim rules} takes it. Each answer is an object of JSON. */
final class RuleEndpoints {
    private static final int MOST_ENTITIES = 100_000;
    private static final int ENTITIES = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CallSessions requests;
    private final RulesDesk desk;

    RuleEndpoints(CallSessions requests, RulesDesk desk) {
        this.requests = requests;
        this.desk = desk;
    }

    void addTo(Routes routes) {
        routes.add("GET", "/v1/rules", SqlEndpoint.QUERY, call -> requests.answer(call, "SELECT * FROM aim.rules"))
                .add("GET", "/v1/rules/{id}", Set.of(), call -> {
                    String id = call.inPath("id");
                    answer(call, session -> desk.show(id).orElseThrow(() -> noRule(id)));
                })
                .add("POST", "/v1/rules/check", Set.of(), call -> {
                    String yaml = call.text();
                    answer(call, session -> desk.check(session, yaml));
                })
                .add("POST", "/v1/rules/preview", Set.of(), call -> {
                    String yaml = call.text();
                    answer(call, session -> desk.preview(session, yaml));
                })
                .add("POST", "/v1/rules/backtest", Set.of("from", "to", "sample", "entities", "alone"), this::backTest)
                .add("PUT", "/v1/rules", Set.of("note", "applyNow", "dryRun"), Permission.RULES, this::put)
                .add("DELETE", "/v1/rules/{id}", Set.of("note"), Permission.RULES, this::delete);
    }

    private void put(Call call) throws IOException {
        String yaml = call.text();
        RulesDesk.Put how =
                new RulesDesk.Put(call.inQuery("note"), isSet(call, "applyNow"), isSet(call, "dryRun"), false);
        answer(call, session -> desk.put(session, yaml, how));
    }

    private void delete(Call call) throws IOException {
        String id = call.inPath("id");
        answer(call, session -> desk.delete(session, id, call.inQuery("note")).orElseThrow(() -> noRule(id)));
    }

    private static HttpRefusal noRule(String id) {
        return HttpRefusal.of(
                HttpStatus.NOT_FOUND,
                SqlState.UNDEFINED_OBJECT,
                "There is no rule " + Spelling.shortened(id) + ". GET /v1/rules lists those that there are.");
    }

    private void backTest(Call call) throws IOException {
        if (call.inQuery("from") == null) {
            throw HttpRefusal.badRequest(
                    "The address has no from=. Give how long ago, such as 7d or 24h, or a time such as 2026-12-01T18:00:00Z.");
        }
        String yaml = call.text();
        RulesDesk.Replay replay = new RulesDesk.Replay(
                call.inQuery("from"),
                call.inQuery("to"),
                EntitySample.parse(Optional.ofNullable(call.inQuery("sample")).orElse("100%")),
                entities(call.inQuery("entities")),
                isSet(call, "alone"));
        answer(call, session -> desk.backTest(session, yaml, replay));
    }

    private static int entities(String given) {
        if (given == null) {
            return ENTITIES;
        }
        if (!given.matches("[0-9]{1,9}")) {
            throw HttpRefusal.badRequest("entities=" + Spelling.shortened(given) + " is no number. Give one.");
        }
        Limits.requireWithin("entities", Integer.parseInt(given), 1, MOST_ENTITIES);
        return Integer.parseInt(given);
    }

    private static boolean isSet(Call call, String name) {
        String given = call.inQuery(name);
        if (given != null && !given.equals("true") && !given.equals("false")) {
            throw HttpRefusal.badRequest(
                    name + "=" + Spelling.shortened(given) + " is neither true nor false. Give one of them.");
        }
        return "true".equals(given);
    }

    private void answer(Call call, Function<RequestSession, Object> work) throws IOException {
        call.caller().requireAllColumns();
        Object[] answer = new Object[1];
        requests.run(
                call,
                session -> answer[0] = session.during(call.method() + " " + call.rawPath(), () -> work.apply(session)));
        call.answer(HttpStatus.OK, AnswerFormat.JSON.type(), JSON.writeValueAsBytes(answer[0]));
    }
}
