package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.BrowserSession;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.server.SelfSigned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Who is logged in with a browser, until when, and what another site's page cannot do with it. */
class SessionTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONSOLE = "Aim-Console: 1";

    /** As a browser calls each gateway of a test, wherever it is: cookies know names and this port alone. */
    private static final String HOST = "localhost:8088";

    private static final String NAME = "aim_session_8088";
    private static final String SECRET = AccessToken.newSecret(new SecureRandom());
    private static final User ADA = TestHttp.user("ada", OptionalInt.empty(), Set.of());
    private static final Users USERS = Users.none().with(ADA).with(TestHttp.user("bea", OptionalInt.empty(), Set.of()));
    private static final Users WITH_TOKEN =
            USERS.with(AccessToken.of("page", SECRET, "ada", null, Set.of(Permission.ASK)));

    // ---- calls

    private static TestHttp with(Users users) throws IOException {
        return new TestHttp(() -> Optional.of(users), DEADLINE);
    }

    private static String call(TestHttp http, String request, String... headers) throws IOException {
        return callAt(HOST, http, request, headers);
    }

    private static String callAt(String host, TestHttp http, String request, String... headers) throws IOException {
        return http.raw(request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\nContent-Length: 0\r\n"
                + String.join("\r\n", headers) + "\r\n\r\n");
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }

    private static Optional<String> header(String answer, String name) {
        Matcher line = Pattern.compile("(?im)^" + name + ": (.*?)\r?$").matcher(answer.split("\r\n\r\n", 2)[0]);
        return line.find() ? Optional.of(line.group(1)) : Optional.empty();
    }

    private static String basic(String user) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString((user + ":a secret").getBytes(StandardCharsets.UTF_8));
    }

    /** The header with the cookie that logging in sets. */
    private static String login(TestHttp http, String authorization) throws IOException {
        return cookie(call(http, "POST /v1/session", CONSOLE, authorization));
    }

    private static String cookie(String answer) {
        return "Cookie: " + header(answer, "Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    private static String cookieOf(BrowserSession session, String secret) {
        return "Cookie: " + NAME + "=" + session.signed(secret);
    }

    /** The status of the page's calls at a gateway with these users. */
    private static int statusAt(Users users, String cookie) throws IOException {
        try (TestHttp http = with(users)) {
            return ask(http, cookie);
        }
    }

    private static int ask(TestHttp http, String cookie) {
        try {
            return status(call(http, "GET /v1/schema", CONSOLE, cookie));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static JsonNode session(TestHttp http, String cookie) throws IOException {
        return JSON.readTree(call(http, "GET /v1/session", CONSOLE, cookie).split("\r\n\r\n", 2)[1]);
    }

    // ---- the cookie

    @Test
    void shouldSetACookieThatNoScriptReadsAndNoOtherSiteSends() throws Exception {
        try (TestHttp http = TestHttp.start()) {
            String answer = call(http, "POST /v1/session", CONSOLE, "Authorization: " + http.bearer());
            assertThat(status(answer)).isEqualTo(200);
            assertThat(header(answer, "Set-Cookie").orElseThrow().split("; "))
                    .hasSize(5)
                    .startsWith(header(answer, "Set-Cookie").orElseThrow().split(";")[0])
                    .contains("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200");
            assertThat(header(answer, "Cache-Control")).hasValue("no-store");
            assertThat(answer).doesNotContain(http.authentication.token().orElseThrow());
            assertThat(session(http, cookie(answer)).path("user").asText()).isEqualTo("aim");
        }
    }

    @Test
    void shouldSetNoCookieForAProgram() throws Exception {
        try (TestHttp http = TestHttp.start()) {
            String answer = call(http, "POST /v1/session", "Authorization: " + http.bearer());
            assertThat(status(answer)).isEqualTo(200);
            assertThat(header(answer, "Set-Cookie")).isEmpty();
            assertThat(answer).contains("\"user\":\"aim\"");
        }
    }

    @Test
    void shouldSendACookieOverTlsAlone(@TempDir Path folder) throws Exception {
        SelfSigned certificate = SelfSigned.in(folder);
        try (TestHttp http = new TestHttp(
                Optional::empty, DEADLINE, Optional.of(certificate.tls().context()))) {
            HttpResponse<String> answer = HttpClient.newBuilder()
                    .sslContext(certificate.trusting())
                    .build()
                    .send(
                            HttpRequest.newBuilder(URI.create("https://localhost:" + http.port() + "/v1/session"))
                                    .timeout(DEADLINE)
                                    .header("Authorization", http.bearer())
                                    .header("Aim-Console", "1")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
                    .startsWith("aim_session_" + http.port() + "=")
                    .endsWith("; Secure");
        }
    }

    /** Two gateways of one machine have one set of cookies. */
    @ParameterizedTest
    @CsvSource({
        "localhost:8088, aim_session_8088",
        "127.0.0.1:1, aim_session_1",
        "localhost, aim_session_",
        "[::1]:8089, aim_session_8089",
        "[::1], aim_session_"
    })
    void shouldNameTheCookieByThePort(String host, String name) throws Exception {
        try (TestHttp http = TestHttp.start()) {
            String answer = callAt(host, http, "GET /v1/session", CONSOLE, "Authorization: " + http.bearer());
            assertThat(header(answer, "Set-Cookie").orElseThrow()).startsWith(name + "=");
            assertThat(status(callAt(host, http, "GET /v1/schema", CONSOLE, cookie(answer))))
                    .isEqualTo(200);
            assertThat(status(callAt("localhost:8090", http, "GET /v1/schema", CONSOLE, cookie(answer))))
                    .isEqualTo(401);
        }
    }

    @Test
    void shouldBeGoodForLongerWhenThePageIsLoadedAgain() throws Exception {
        BrowserSession soonOver = new BrowserSession("ada", "", Instant.now().plusSeconds(60));
        try (TestHttp http = with(USERS)) {
            String answer = call(
                    http,
                    "GET /v1/session",
                    CONSOLE,
                    cookieOf(soonOver, USERS.secretOf(soonOver).orElseThrow()));
            String renewed = cookie(answer).replaceFirst("^.*=", "");
            assertThat(BrowserSession.read(renewed).orElseThrow().session().expires())
                    .isAfter(Instant.now().plusSeconds(60 * 60));
            assertThat(ask(http, cookie(answer))).isEqualTo(200);
        }
    }

    @Test
    void shouldClearTheCookieOfWhoLogsOut() throws Exception {
        try (TestHttp http = with(USERS)) {
            String answer = call(http, "DELETE /v1/session", CONSOLE, login(http, basic("ada")));
            assertThat(status(answer)).isEqualTo(204);
            assertThat(header(answer, "Set-Cookie").orElseThrow())
                    .startsWith(NAME + "=; ")
                    .contains("Path=/", "Max-Age=0");
        }
    }

    @Test
    void shouldLetNobodyInWhoSaysNothing() throws Exception {
        try (TestHttp http = with(USERS)) {
            String ofPage = call(http, "POST /v1/session", CONSOLE);
            assertThat(status(ofPage)).isEqualTo(401);
            assertThat(header(ofPage, "Set-Cookie")).isEmpty();
            assertThat(header(ofPage, "WWW-Authenticate"))
                    .as("a browser would ask for a password itself")
                    .hasValue("Bearer");
            String ofProgram = call(http, "POST /v1/session");
            assertThat(status(ofProgram)).isEqualTo(401);
            assertThat(header(ofProgram, "WWW-Authenticate").orElseThrow()).contains("Basic", "Bearer");
            assertThat(status(call(http, "POST /v1/session", CONSOLE, basic("nobody"))))
                    .isEqualTo(401);
        }
    }

    // ---- other sites' pages

    /** What a form, a picture or a link of another page can send. */
    @ParameterizedTest
    @CsvSource({
        "GET /v1/schema",
        "GET /v1/session",
        "POST /v1/session",
        "POST /v1/sql",
        "POST /v1/watch",
        "PUT /v1/rules"
    })
    void shouldNotKnowACookieWithoutTheHeaderOfThePage(String request) throws Exception {
        try (TestHttp http = with(USERS)) {
            String cookie = login(http, basic("ada"));
            assertThat(status(call(http, request, cookie))).isEqualTo(401);
            assertThat(http.job.questions()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8088, https://evil.example",
        "localhost:8088, http://localhost:9999",
        "localhost:8088, 'null'",
        "evil.example:8088, http://evil.example:8088"
    })
    void shouldRefuseOtherSitesWithCookieAndHeader(String host, String origin) throws Exception {
        try (TestHttp http = with(USERS)) {
            String cookie = login(http, basic("ada"));
            for (String request : List.of("GET /v1/schema", "POST /v1/sql", "DELETE /v1/session")) {
                assertThat(status(callAt(host, http, request, CONSOLE, cookie, "Origin: " + origin)))
                        .as(request)
                        .isEqualTo(403);
            }
            assertThat(status(callAt(host, http, "GET /", "Origin: " + origin))).isEqualTo(403);
            assertThat(status(call(http, "GET /v1/schema", CONSOLE, cookie, "Origin: http://" + HOST)))
                    .isEqualTo(200);
        }
    }

    /** It has tokens of its own, and not the cookie of a person. */
    @Test
    void shouldLetNoListedSiteSendTheHeaderOfThePage() throws Exception {
        try (TestHttp http = with(USERS)) {
            String answer = call(
                    http,
                    "OPTIONS /v1/sql",
                    "Origin: https://charts.example",
                    "Access-Control-Request-Method: POST",
                    "Access-Control-Request-Headers: aim-console");
            assertThat(status(answer)).isEqualTo(204);
            assertThat(answer)
                    .doesNotContainIgnoringCase("Aim-Console")
                    .doesNotContainIgnoringCase("Allow-Credentials");
        }
    }

    // ---- how long it holds

    @Test
    void shouldHoldAtEachGatewayWithTheUsersAndAfterARestart(@TempDir Path folder) throws Exception {
        String cookie;
        try (TestHttp http = with(USERS)) {
            cookie = login(http, basic("ada"));
            assertThat(statusAt(USERS, cookie)).isEqualTo(200);
        }
        Path file = folder.resolve("users");
        USERS.write(file);
        assertThat(statusAt(Users.read(file), cookie)).isEqualTo(200);
        assertThat(statusAt(USERS.with(TestHttp.user("eve", OptionalInt.empty(), Set.of())), cookie))
                .isEqualTo(200);
        assertThat(statusAt(USERS.without("bea"), cookie)).isEqualTo(200);
    }

    @Test
    void shouldHoldAfterARestartWithTheSameTokenAlone() throws Exception {
        TestHttp first = TestHttp.start();
        first.close();
        try (TestHttp http = TestHttp.start()) {
            assertThat(ask(http, loginAt(TestHttp.restarted(first)))).isEqualTo(401);
        }
        String cookie = loginAt(TestHttp.restarted(first));
        try (TestHttp again = TestHttp.restarted(first)) {
            assertThat(ask(again, cookie)).isEqualTo(200);
        }
    }

    private static String loginAt(TestHttp trusting) throws IOException {
        try (TestHttp http = trusting) {
            return login(http, "Authorization: " + http.bearer());
        }
    }

    private static User ada(
            OptionalInt connections,
            OptionalInt queries,
            OptionalLong rows,
            OptionalLong timeMs,
            Set<String> hidden,
            boolean sees,
            Set<Permission> may) {
        return new User("ada", ADA.verifier(), connections, queries, rows, timeMs, hidden, sees, may);
    }

    private static Stream<Arguments> changes() {
        OptionalInt none = OptionalInt.empty();
        OptionalLong noLong = OptionalLong.empty();
        Set<Permission> all = Permission.all();
        return Stream.of(
                arguments("the password", TestHttp.user("ada", none, Set.of())),
                arguments("connections", ada(OptionalInt.of(7), none, noLong, noLong, Set.of(), false, all)),
                arguments("queries", ada(none, OptionalInt.of(7), noLong, noLong, Set.of(), false, all)),
                arguments("rows", ada(none, none, OptionalLong.of(7), noLong, Set.of(), false, all)),
                arguments("time", ada(none, none, noLong, OptionalLong.of(7), Set.of(), false, all)),
                arguments("hidden columns", ada(none, none, noLong, noLong, Set.of("zip"), false, all)),
                arguments("others' statements", ada(none, none, noLong, noLong, Set.of(), true, all)),
                arguments("may", ada(none, none, noLong, noLong, Set.of(), false, Set.of(Permission.ASK))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void shouldEndWhenTheUsersLineChanges(String what, User changed) throws Exception {
        String ofPassword;
        String ofToken;
        try (TestHttp http = with(WITH_TOKEN)) {
            ofPassword = login(http, basic("ada"));
            ofToken = login(http, "Authorization: Bearer " + SECRET);
        }
        try (TestHttp http = with(WITH_TOKEN.with(changed))) {
            assertThat(ask(http, ofPassword)).as(what).isEqualTo(401);
            assertThat(ask(http, ofToken)).as(what).isEqualTo(401);
        }
        assertThat(statusAt(WITH_TOKEN.with(changed).with(ADA), ofPassword))
                .as("nothing is changed in the end")
                .isEqualTo(200);
    }

    private static Stream<Arguments> changesOfTheToken() {
        return Stream.of(
                arguments("removed", (UnaryOperator<Users>) users -> users.withoutToken("page")),
                arguments("expired", token(SECRET, "ada", Instant.EPOCH, Set.of(Permission.ASK))),
                arguments("to expire", token(SECRET, "ada", Instant.now().plusSeconds(3_600), Set.of(Permission.ASK))),
                arguments("may more", token(SECRET, "ada", null, Set.of(Permission.ASK, Permission.RULES))),
                arguments("may other", token(SECRET, "ada", null, Set.of(Permission.RULES))),
                arguments("another's", token(SECRET, "bea", null, Set.of(Permission.ASK))),
                arguments("a new one", token("aim_another", "ada", null, Set.of(Permission.ASK))));
    }

    private static UnaryOperator<Users> token(String secret, String user, Instant expires, Set<Permission> may) {
        return users -> users.with(AccessToken.of("page", secret, user, expires, may));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changesOfTheToken")
    void shouldEndWhenTheTokenChanges(String what, UnaryOperator<Users> change) throws Exception {
        String ofPassword;
        String ofToken;
        try (TestHttp http = with(WITH_TOKEN)) {
            ofPassword = login(http, basic("ada"));
            ofToken = login(http, "Authorization: Bearer " + SECRET);
            assertThat(ask(http, ofToken)).isEqualTo(200);
        }
        try (TestHttp http = with(change.apply(WITH_TOKEN))) {
            assertThat(ask(http, ofToken)).as(what).isEqualTo(401);
            assertThat(ask(http, ofPassword)).isEqualTo(200);
        }
    }

    /** Streams, too. */
    @Test
    void shouldEndWhileTheGatewayRuns() throws Exception {
        AtomicReference<Users> users = new AtomicReference<>(USERS);
        try (TestHttp http = new TestHttp(() -> Optional.of(users.get()), DEADLINE)) {
            String cookie = login(http, basic("ada"));
            try (EventStream watching = new EventStream(
                    http, "GET /v1/watch?sql=SELECT+1&every=100ms", List.of("Host: " + HOST, CONSOLE, cookie), "")) {
                assertThat(watching.next().kind()).isEqualTo("answer");
                users.set(USERS.without("ada"));
                assertThat(watching.next().kind()).isEqualTo("end");
            }
            assertThat(Waiting.until(() -> ask(http, cookie) == 401, DEADLINE)).isTrue();
        }
    }

    @Test
    void shouldEndWhenTheTokenExpires() throws Exception {
        Users users =
                USERS.with(AccessToken.of("page", SECRET, "ada", Instant.now().plusSeconds(3), Set.of(Permission.ASK)));
        try (TestHttp http = with(users)) {
            String cookie = login(http, "Authorization: Bearer " + SECRET);
            assertThat(Waiting.until(() -> ask(http, cookie) == 401, DEADLINE)).isTrue();
        }
    }

    @Test
    void shouldLetASessionDoNoMoreThanItsToken() throws Exception {
        try (TestHttp http = with(WITH_TOKEN)) {
            String first = login(http, "Authorization: Bearer " + SECRET);
            String renewed = cookie(call(http, "GET /v1/session", CONSOLE, first));
            for (String cookie : List.of(first, renewed)) {
                JsonNode session = session(http, cookie);
                assertThat(session.path("user").asText()).isEqualTo("ada");
                assertThat(session.path("may").toString()).isEqualTo("[\"ask\"]");
                assertThat(status(call(http, "POST /v1/events", CONSOLE, cookie)))
                        .isEqualTo(403);
                assertThat(statusAt(WITH_TOKEN.withoutToken("page"), cookie)).isEqualTo(401);
            }
            assertThat(session(http, login(http, basic("ada"))).path("may"))
                    .hasSize(Permission.all().size());
        }
    }

    // ---- forged

    @Test
    void shouldKnowNoForgedOnes() throws Exception {
        Instant later = Instant.now().plusSeconds(60);
        BrowserSession ofAda = new BrowserSession("ada", "", later);
        String good = ofAda.signed(WITH_TOKEN.secretOf(ofAda).orElseThrow());
        String[] parts = good.split("\\.", -1);
        BrowserSession past = new BrowserSession("ada", "", Instant.now().minusSeconds(1));
        BrowserSession ofBea = new BrowserSession("bea", "", later);
        String last = good.substring(good.length() - 1);
        try (TestHttp http = with(WITH_TOKEN)) {
            assertThat(ask(http, "Cookie: " + NAME + "=" + good)).isEqualTo(200);
            for (String forged : List.of(
                    "",
                    "x".repeat(10_000),
                    "...",
                    good + "x",
                    good.substring(0, good.length() - 1),
                    // Which of them decode to the same bytes?
                    good.substring(0, good.length() - 1) + (char) (last.charAt(0) ^ 1),
                    good.replace(parts[3], (parts[3].startsWith("A") ? "B" : "A") + parts[3].substring(1)),
                    joined(encoded("bea"), parts[1], parts[2], parts[3]),
                    joined(encoded("nobody"), parts[1], parts[2], parts[3]),
                    joined(parts[0], encoded("page"), parts[2], parts[3]),
                    joined(parts[0], encoded("no token"), parts[2], parts[3]),
                    joined(parts[0], parts[1], "999999999999", parts[3]),
                    joined(parts[0], parts[1], "9".repeat(30), parts[3]),
                    joined(parts[0], parts[1], parts[2], ""),
                    ofAda.signed(WITH_TOKEN.secretOf(ofBea).orElseThrow()),
                    new BrowserSession("ada", "page", later)
                            .signed(WITH_TOKEN.secretOf(ofAda).orElseThrow()),
                    new BrowserSession("aim", "", later).signed(SECRET),
                    past.signed(WITH_TOKEN.secretOf(past).orElseThrow()))) {
                assertThat(ask(http, "Cookie: " + NAME + "=" + forged))
                        .as(forged)
                        .isEqualTo(401);
            }
        }
    }

    private static String joined(String... parts) {
        return String.join(".", parts);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    // ---- the page's files

    @Test
    void shouldServeThePageToEverybodyAndRunNoOthersScript() throws Exception {
        try (TestHttp http = with(USERS)) {
            for (String path : List.of("/", "/console/app.js", "/console/style.css", "/console/icon.svg")) {
                String answer = call(http, "GET " + path);
                assertThat(status(answer)).as(path).isEqualTo(200);
                assertThat(header(answer, "Content-Security-Policy").orElseThrow())
                        .startsWith("default-src 'self';")
                        .contains("frame-ancestors 'none'")
                        .doesNotContain("unsafe");
                assertThat(header(answer, "X-Content-Type-Options")).hasValue("nosniff");
                assertThat(header(answer, "Set-Cookie")).isEmpty();
                String tag = header(answer, "ETag").orElseThrow();
                String again = call(http, "GET " + path, "If-None-Match: " + tag);
                assertThat(status(again)).isEqualTo(304);
                assertThat(again).endsWith("\r\n\r\n");
                String head = call(http, "HEAD " + path);
                assertThat(status(head)).isEqualTo(200);
                assertThat(head).endsWith("\r\n\r\n");
                assertThat(header(head, "ETag")).hasValue(tag);
            }
            assertThat(header(call(http, "GET /"), "Content-Type")).hasValue("text/html; charset=utf-8");
            assertThat(header(call(http, "GET /console/app.js", "Accept-Encoding: gzip"), "Content-Encoding"))
                    .hasValue("gzip");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/console/..%2f..",
        "/console/../console/app.js",
        "/console/..%2fhttp%2fopenapi.json",
        "/console/x.class",
        "/console/package-info.class",
        "/console/app.js%00",
        "/console/app.js/",
        "/console/",
        "/console/nothing.js",
        "/console/index"
    })
    void shouldServeNothingElse(String path) throws Exception {
        try (TestHttp http = TestHttp.start()) {
            assertThat(status(call(http, "GET " + path))).isEqualTo(404);
        }
    }

    /** They are others' work, with nothing changed. */
    @ParameterizedTest
    @CsvSource({
        "preact.js, 72284e8e9079c87817145df1110f74e8a2aa040b2fc384922e18dfcb46fc1fd7",
        "uplot.js, 19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
        "uplot.css, df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04"
    })
    void shouldServeLibrariesAsTheyWereTaken(String file, String sha256) throws Exception {
        assertThat(folder().resolve(file)).hasDigest("SHA-256", sha256);
    }

    @Test
    void shouldBeSmallAsAWhole() throws Exception {
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder())) {
            for (Path each : files.toList()) {
                bytes += Files.size(each);
            }
        }
        assertThat(bytes).isBetween(50_000L, 300_000L);
    }

    private static Path folder() throws Exception {
        return Path.of(ConsoleFiles.class
                        .getResource("/dev/aimonflink/gateway/console/index.html")
                        .toURI())
                .getParent();
    }
}
