package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.sql.plan.Tables;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** A gateway with a port for HTTP on loopback, over a job in this process, and its clients. */
final class TestHttp implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DEADLINE_MS = 60_000;

    /** Answered at a time, besides quick ones. */
    static final int CALLS = 8;

    final FakeJob job = new FakeJob();
    final FakeKafka kafka = new FakeKafka().withTopics();
    final Authentication authentication;
    private final OpenGateway gateway;
    private final HttpPort port;
    private final HttpClient client = HttpClient.newHttpClient();

    TestHttp(Supplier<Optional<Users>> users, Duration writeTime) throws IOException {
        this(users, writeTime, Optional.empty());
    }

    TestHttp(Supplier<Optional<Users>> users, Duration writeTime, Optional<SSLContext> tls) throws IOException {
        this(users, writeTime, tls, 0, AccessToken.newSecret(new SecureRandom()), Map.of());
    }

    private TestHttp(
            Supplier<Optional<Users>> users,
            Duration writeTime,
            Optional<SSLContext> tls,
            int wanted,
            String token,
            Map<String, FakeJob> others)
            throws IOException {
        Map<String, JobWay> ways = new LinkedHashMap<>();
        ways.put(others.isEmpty() ? Tables.SCHEMA : "calls", job);
        ways.putAll(others);
        gateway = OpenGateway.open(
                ways,
                ServerSettings.atLoopback(0),
                Gateway.Limits.USUAL,
                new RunningQueries(Duration.ofSeconds(1), ended -> {}),
                Optional.empty(),
                users);
        authentication = new Authentication(users, token, new SecureRandom());
        port = new HttpPort(
                gateway.shared(),
                gateway.connections(),
                authentication,
                new HttpSettings(
                        "127.0.0.1",
                        wanted,
                        Set.of(),
                        Set.of("https://charts.example"),
                        CALLS,
                        writeTime,
                        writeTime,
                        null,
                        0,
                        "https://issuer.example"),
                new HttpJob(
                        new JobTopics(kafka, Connection.to(FakeKafka.BOOTSTRAP), Topics.defaults()),
                        EventFormat.JSON,
                        "aim",
                        null,
                        true),
                "aim test",
                gateway::fault,
                tls);
    }

    /** Trusts who has the token. */
    static TestHttp start() throws IOException {
        return new TestHttp(Optional::empty, Duration.ofSeconds(60));
    }

    /** With jobs behind {@code calls}, which is the first. */
    static TestHttp with(Map<String, FakeJob> others) throws IOException {
        return new TestHttp(
                Optional::empty,
                Duration.ofSeconds(60),
                Optional.empty(),
                0,
                AccessToken.newSecret(new SecureRandom()),
                others);
    }

    /** Another gateway at the port of one that is closed, with the same token. */
    static TestHttp restarted(TestHttp closed) throws IOException {
        return new TestHttp(
                Optional::empty,
                Duration.ofSeconds(60),
                Optional.empty(),
                closed.port(),
                closed.authentication.token().orElseThrow(),
                Map.of());
    }

    /** A person's link to the console. */
    String console() {
        return port.console();
    }

    /** A user who may all over HTTP. */
    static User user(String name, OptionalInt maxConnections, Set<String> hiddenColumns) {
        return new User(
                name,
                ScramVerifier.ofPassword("a secret", new SecureRandom()),
                maxConnections,
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                hiddenColumns,
                false,
                Permission.all());
    }

    int port() {
        return port.port();
    }

    /** The methods and templates of all addresses. */
    Set<String> routes() {
        return port.routes();
    }

    /** How many watch. */
    int viewers() {
        return port.viewers();
    }

    /** That users keep at this moment, in bytes. */
    long memory() {
        return gateway.shared().memory().taken();
    }

    String bearer() {
        return "Bearer " + authentication.token().orElseThrow();
    }

    /** With the token. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofMillis(DEADLINE_MS))
                .header("Authorization", bearer());
    }

    /** With another header Authorization. */
    HttpResponse<String> plain(String path, String authorization) throws Exception {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofMillis(DEADLINE_MS))
                .header("Authorization", authorization));
    }

    /** The status of a call with another header Authorization. */
    int sent(String method, String path, String authorization, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                        .timeout(Duration.ofMillis(DEADLINE_MS))
                        .header("Authorization", authorization)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body)))
                .statusCode();
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    /** @param body of JSON */
    HttpResponse<String> post(String path, String body) throws Exception {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Asks a statement, and does not wait. */
    CompletableFuture<HttpResponse<String>> later(String path, String statement) {
        return client.sendAsync(
                request(path)
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString(statement))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** How many statements run. */
    int running() {
        return gateway.shared().queries().runningOfAll();
    }

    /** Ends those that run. */
    void cancelAll() throws Exception {
        for (RunningQueries.Query each : gateway.shared().queries().all()) {
            if (each.isRunning()) {
                send(request("/v1/queries/" + each.number()).DELETE());
            }
        }
    }

    /** The answer to a statement in JSON. */
    JsonNode sql(String statement) throws Exception {
        return JSON.readTree(post(
                        "/v1/sql",
                        JSON.createObjectNode().put("statement", statement).toString())
                .body());
    }

    /** What the server answers to these bytes, until it closes the connection or the first answer has ended. */
    String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port())) {
            socket.setSoTimeout(DEADLINE_MS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        port.close();
        gateway.close();
    }
}
