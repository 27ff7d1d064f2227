package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.mcp.McpServer;
import dev.aimonflink.gateway.mcp.McpTools;
import dev.aimonflink.gateway.pulse.Pulse;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.gateway.topics.AlertFeed;
import dev.aimonflink.gateway.topics.EventsWriter;
import dev.aimonflink.gateway.topics.RulesDesk;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** What there is under which address. {@code openapi.json} says the same to programs. */
final class Api implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TEXT = "text/plain; charset=utf-8";

    private final CallSessions requests;
    private final Authentication authentication;
    private final HttpJob job;
    private final String version;
    private final Supplier<String> fault;
    private final String issuer;
    private final int pgPort;
    private final Viewers viewers;
    private final Watches watches;
    private final AlertFeed alerts;
    private final EventsWriter events;
    private final RulesDesk rules;
    private final Pulse pulse;

    /**
     * @param version of this program
     * @param fault why no statement is answered, or null
     */
    Api(
            CallSessions requests,
            Authentication authentication,
            HttpJob job,
            String version,
            Supplier<String> fault,
            HttpSettings settings,
            ScheduledExecutorService clock) {
        this.requests = requests;
        this.authentication = authentication;
        this.job = job;
        this.version = version;
        this.fault = fault;
        issuer = settings.issuer();
        pgPort = settings.pgPort();
        viewers = new Viewers(settings.stallTime(), clock);
        watches = new Watches(requests, viewers, clock);
        alerts = new AlertFeed(job.topics());
        events = new EventsWriter(job.topics(), job.format());
        rules = new RulesDesk(job.topics(), job.format());
        pulse = new Pulse(requests.gateway(), job.topics(), job.flink(), settings.idlePulse());
    }

    Routes routes() {
        WatchEndpoint watch = new WatchEndpoint(watches, authentication);
        Routes routes = new Routes()
                .add("POST", "/v1/sql", SqlEndpoint.QUERY, new SqlEndpoint(requests, ""))
                .addKept("GET", "/v1/watch", WatchEndpoint.QUERY, watch)
                .addKept("POST", "/v1/watch", WatchEndpoint.BOARD_QUERY, watch::answerBoard)
                .add("POST", "/v1/explain", Set.of(), new SqlEndpoint(requests, "EXPLAIN "))
                .add("POST", "/v1/events", Set.of(), Permission.PUBLISH, new EventsEndpoint(requests, events));
        new JobEndpoints(requests).addTo(routes);
        new PulseEndpoints(pulse, viewers, authentication).addTo(routes);
        new RuleEndpoints(requests, rules).addTo(routes);
        new AlertEndpoints(requests, alerts, viewers, authentication).addTo(routes);
        new OperatorEndpoints(requests, job).addTo(routes);
        new SessionEndpoint(authentication, pgPort).addTo(routes);
        new ConsoleFiles().addTo(routes);
        McpTools tools =
                new McpTools(() -> requests.gateway().watch().requireKnown(), rules, alerts, job.areShadowsPut());
        routes.add("POST", "/mcp", Set.of(), new McpEndpoint(new McpServer(tools, version), requests));
        if (issuer != null) {
            routes.addOpen("GET", "/.well-known/oauth-protected-resource", this::protectedResource);
        }
        return routes.addOpen("GET", "/v1/openapi.json", new OpenApi(requests, authentication))
                .addOpen("GET", "/health/live", call -> say(call, "live"))
                .addOpen("GET", "/health/ready", this::ready)
                .addOpen("GET", "/metrics", call -> {
                    if (!call.client().getAddress().isLoopbackAddress()) {
                        call.caller(authentication.caller(call));
                    }
                    metrics(call, requests.gateway());
                });
    }

    /** RFC 9728: where a client gets a token, which a server in front then exchanges for one of ours. */
    private void protectedResource(Call call) throws IOException {
        ObjectNode resource = JSON.createObjectNode().put("resource", call.origin());
        resource.putArray("authorization_servers").add(issuer);
        resource.putArray("bearer_methods_supported").add("header");
        call.answer(HttpStatus.OK, AnswerFormat.JSON.type(), JSON.writeValueAsBytes(resource));
    }

    private static void say(Call call, String text) throws IOException {
        call.answer(HttpStatus.OK, TEXT, (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private void ready(Call call) throws IOException {
        String why = fault.get();
        if (why != null) {
            throw HttpRefusal.of(HttpStatus.UNAVAILABLE, SqlState.CONNECTION_FAILURE, why);
        }
        say(call, "ready");
    }

    /** In the form that Prometheus reads. */
    private static void metrics(Call call, Gateway gateway) throws IOException {
        RunningQueries queries = gateway.queries();
        StringBuilder text = new StringBuilder();
        metric(
                text,
                "aim_gateway_ready",
                "gauge",
                "Whether the job answers, or one of several",
                gateway.isReady() ? 1 : 0);
        metric(text, "aim_gateway_statements_running", "gauge", "Statements that run now", queries.runningOfAll());
        metric(text, "aim_gateway_statements_total", "counter", "Statements since the start", queries.begun());
        metric(text, "aim_gateway_statements_failed_total", "counter", "Those that failed", queries.failed());
        metric(
                text,
                "aim_gateway_connections",
                "gauge",
                "Open connections of PostgreSQL's protocol",
                queries.connections().size());
        call.answer(
                HttpStatus.OK,
                "text/plain; version=0.0.4; charset=utf-8",
                text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void metric(StringBuilder text, String name, String type, String help, long value) {
        text.append(
                String.format(Locale.ROOT, "# HELP %s %s%n# TYPE %s %s%n%s %d%n", name, help, name, type, name, value));
    }

    /** How many watch. */
    int viewers() {
        return viewers.count();
    }

    @Override
    public void close() {
        pulse.close();
        watches.close();
        alerts.close();
        events.close();
    }
}
