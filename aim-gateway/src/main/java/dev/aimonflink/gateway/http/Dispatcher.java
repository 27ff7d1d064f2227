package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.server.Connections;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call's way, from the end of its head to its answer:
 *
 * <pre>
 *   {@link HostCheck}        is it a page of another site?          403
 *   {@link Routes}           what is asked for?                     404, 405
 *   {@link Authentication}   who asks, and may they?                401, 403
 *   a place                  are not too many answered now?         429
 *   {@link Endpoint}         the answer, or {@link HttpStatus} by its SQLSTATE
 * </pre>
 *
 * An error is {@code {"error":{"sqlState":"42703","message":"...","position":8}}}.
 */
final class Dispatcher implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONNECTION = "Connection";

    /** A load balancer calls by the address alone. */
    private static final String HEALTH = "/health/";

    private static final String RETRY_SECONDS = "1";

    /** An address is in logs and histories. */
    private static final Set<String> SECRETS = Set.of("token", "access_token", "authorization", "password");

    private final HostCheck hosts;
    private final Routes routes;
    private final Authentication authentication;
    private final Gateway gateway;
    private final StalledWrites stalled;

    /** For calls that are answered at a time. */
    private final FairPlaces places;

    private final Connections connections;

    /** @param calls that are answered at a time, but for those with a kept place */
    Dispatcher(
            HostCheck hosts,
            Routes routes,
            Authentication authentication,
            Gateway gateway,
            Connections connections,
            StalledWrites stalled,
            int calls) {
        places = new FairPlaces(calls);
        this.hosts = hosts;
        this.routes = routes;
        this.authentication = authentication;
        this.gateway = gateway;
        this.connections = connections;
        this.stalled = stalled;
    }

    /**
     * Ends the exchange, unless an answer has failed: that would end it as if it were whole.
     *
     * @throws IOException if the client has gone, or an answer has failed, by which the server closes the connection and forgets it
     */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try {
            handle(new Call(exchange, stalled));
        } catch (HttpRefusal unreadable) {
            stalled.during(() -> refuse(exchange, unreadable));
        }
        stalled.during(exchange::close);
    }

    /** An address that is none has no call. */
    private static void refuse(HttpExchange exchange, HttpRefusal refusal) throws IOException {
        byte[] body = bytesOf(refusal.failure());
        exchange.getResponseHeaders().set("Content-Type", AnswerFormat.JSON.type());
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(refusal.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(refusal.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private void handle(Call call) throws IOException {
        try {
            answer(call);
        } catch (HttpRefusal refusal) {
            refusal.headers().forEach(call::say);
            fail(call, refusal.status(), refusal.failure());
        } catch (Failure failure) {
            fail(call, HttpStatus.of(failure, gateway.isReady()), failure);
        } catch (InvalidInputException wrong) {
            fail(call, HttpStatus.BAD_REQUEST, Failure.of(SqlState.INVALID_ARGUMENT, wrong.getMessage()));
        } catch (SqlException wrong) {
            Failure failure = Failure.of(wrong);
            fail(call, HttpStatus.of(failure, gateway.isReady()), failure);
        } catch (RuntimeException | StackOverflowError defect) {
            LOG.error("A call failed by a defect", defect);
            fail(
                    call,
                    HttpStatus.DEFECT,
                    Failure.of(
                            SqlState.INTERNAL_ERROR,
                            "The call failed by a defect of ours, which the gateway's log has."));
        }
    }

    private void answer(Call call) throws IOException {
        call.say("X-Content-Type-Options", "nosniff");
        // Strangers keep no connection, of which there are so many.
        call.say(CONNECTION, "close");
        requireOneLength(call);
        if (!call.rawPath().startsWith(HEALTH)) {
            hosts.require(call);
        }
        if (call.method().equals("OPTIONS") && call.header("Origin").isPresent()) {
            HostCheck.allow(call);
            call.answerNothing(HttpStatus.NO_CONTENT);
            return;
        }
        SECRETS.forEach(secret -> requireNoSecret(call, secret));
        Routes.Route route = routes.find(call);
        if (route.needed() != null) {
            call.caller(authentication.caller(call));
            call.unsay(CONNECTION);
            call.caller().require(route.needed());
        }
        call.requireQuery(route.query());
        if (call.caller() == null) {
            route.endpoint().answer(call);
        } else {
            answerPresent(call, route);
        }
    }

    private void answerPresent(Call call, Routes.Route route) throws IOException {
        User caller = call.caller();
        connections.enter(caller);
        try {
            call.memory(gateway.memory().account(caller.name()));
            if (route.isKept()) {
                route.endpoint().answer(call);
            } else {
                answerInPlace(call, route.endpoint());
            }
        } finally {
            call.memory().keepOnly(0);
            connections.leave(caller);
        }
    }

    private void answerInPlace(Call call, Endpoint endpoint) throws IOException {
        if (!places.take(call.caller())) {
            throw tooMany(
                    "Too many calls, or too many of the user, are answered at this moment. Ask again after a second.");
        }
        try {
            endpoint.answer(call);
        } finally {
            places.leave(call.caller());
        }
    }

    private static HttpRefusal tooMany(String message) {
        return HttpRefusal.of(HttpStatus.TOO_MANY, SqlState.TOO_MANY_CONNECTIONS, message);
    }

    /** A server in between may take another one of two, and what is left for a request of its own. */
    private static void requireOneLength(Call call) {
        int lengths = call.count("Content-Length");
        if (lengths > 1 || (lengths == 1 && call.count("Transfer-Encoding") > 0)) {
            call.say(CONNECTION, "close");
            throw HttpRefusal.badRequest(
                    "The length of the body is given twice. Send Content-Length or Transfer-Encoding.");
        }
    }

    private static void requireNoSecret(Call call, String name) {
        if (call.inQuery(name) != null) {
            throw HttpRefusal.badRequest("The address has a secret, \"" + name
                    + "\", which logs would keep. Send it in the header Authorization: Bearer, and make a new one.");
        }
    }

    /** The error as JSON. */
    static byte[] bytesOf(Failure failure) {
        ObjectNode all = JSON.createObjectNode();
        ObjectNode error =
                all.putObject("error").put("sqlState", failure.state().code()).put("message", failure.getMessage());
        if (failure.position() > 0) {
            error.put("position", failure.position());
        }
        try {
            return JSON.writeValueAsBytes(all);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void fail(Call call, int status, Failure failure) throws IOException {
        if (call.isAnswered()) {
            throw new IOException("The answer ends early, because it failed: " + failure.getMessage());
        }
        if (status == HttpStatus.TOO_MANY || status == HttpStatus.UNAVAILABLE) {
            call.say("Retry-After", RETRY_SECONDS);
        }
        call.answer(status, AnswerFormat.JSON.type(), bytesOf(failure));
    }
}
