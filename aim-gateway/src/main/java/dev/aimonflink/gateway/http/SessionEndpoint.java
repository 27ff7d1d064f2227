package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Who is logged in with a browser. The session is in a cookie that no script reads, and that no other site's page sends. */
final class SessionEndpoint {
    /** From the last time that the page was loaded. */
    static final Duration LIFE = Duration.ofHours(12);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Authentication authentication;
    private final int pgPort;

    /** @param pgPort the gateway's, for PostgreSQL's clients; 0 if that is not known */
    SessionEndpoint(Authentication authentication, int pgPort) {
        this.authentication = authentication;
        this.pgPort = pgPort;
    }

    void addTo(Routes routes) {
        routes.add("GET", "/v1/session", Set.of(), this::begin)
                .add("POST", "/v1/session", Set.of(), this::begin)
                .addOpen("DELETE", "/v1/session", this::end);
    }

    /** Of who is known, by whatever; a session that goes on is good for longer. */
    private void begin(Call call) throws IOException {
        User caller = call.caller();
        if (call.isOfConsole()) {
            Instant expires = Instant.now().plus(LIFE);
            setCookie(call, authentication.session(call, expires), LIFE);
        }
        ObjectNode session = JSON.createObjectNode()
                .put("user", caller.name())
                .put("trusted", caller.isTrusted())
                .put("time", System.currentTimeMillis());
        ArrayNode may = session.putArray("may");
        caller.may().stream()
                .map(Permission::label)
                .collect(Collectors.toCollection(TreeSet::new))
                .forEach(may::add);
        session.put("allColumns", caller.hiddenColumns().isEmpty());
        if (pgPort != 0) {
            session.put("pgPort", pgPort);
        }
        call.answer(HttpStatus.OK, AnswerFormat.JSON.type(), JSON.writeValueAsBytes(session));
    }

    private void end(Call call) throws IOException {
        setCookie(call, "", Duration.ZERO);
        call.answerNothing(HttpStatus.NO_CONTENT);
    }

    private static void setCookie(Call call, String value, Duration life) {
        call.say("Cache-Control", "no-store");
        call.say(
                "Set-Cookie",
                Authentication.cookieName(call) + "=" + value + "; Path=/; HttpOnly; SameSite=Strict; Max-Age="
                        + life.toSeconds() + (call.isEncrypted() ? "; Secure" : ""));
    }
}
