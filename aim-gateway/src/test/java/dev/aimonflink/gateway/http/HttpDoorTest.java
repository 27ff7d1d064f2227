package dev.aimonflink.gateway.http;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.server.SelfSigned;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Who gets in by HTTP, and what is refused before anybody asks. */
class HttpDoorTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private TestHttp http;

    @BeforeEach
    void start() throws IOException {
        http = TestHttp.start();
    }

    @AfterEach
    void close() {
        http.close();
    }

    private static String with(String lines) {
        return lines.replace("\\n", "\r\n") + "\r\n";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET /v1/schema HTTP/1.1\\nHost: localhost\\nConnection: close\\n                                        | 401 | The call has no token
        GET /v1/schema HTTP/1.1\\nHost: localhost\\nConnection: close\\nAuthorization: Bearer aim_x\\n         | 401 | The token is not known
        GET /v1/schema?token=aim_x HTTP/1.1\\nHost: localhost\\nConnection: close\\n                            | 400 | Authorization: Bearer
        GET /v1/schema HTTP/1.1\\nHost: evil.example\\nConnection: close\\n                                     | 403 | The gateway is not called "evil.example"
        GET /.well-known/oauth-protected-resource HTTP/1.1\\nHost: localhost\\nConnection: close\\n               | 200 | https://issuer.example
        GET /health/live HTTP/1.1\\nHost: 10.0.0.7:8088\\nConnection: close\\n                                 | 200 | live
        GET /v1/schema HTTP/1.1\\nHost: localhost\\nOrigin: https://evil.example\\nConnection: close\\n        | 403 | Pages of https://evil.example
        GET /nothing HTTP/1.1\\nHost: localhost\\nConnection: close\\n                                          | 404 | openapi.json
        PUT /v1/schema HTTP/1.1\\nHost: localhost\\nConnection: close\\nContent-Length: 0\\n                    | 405 | This address takes GET
        GET /v1/%zz HTTP/1.1\\nHost: localhost\\nConnection: close\\n                                           | 400 |
        POST /v1/sql HTTP/1.1\\nHost: localhost\\nConnection: close\\nContent-Length: 3\\nContent-Length: 3\\n\\nabc | 400 |
        POST /v1/sql HTTP/1.1\\nHost: localhost\\nConnection: close\\nContent-Length: 3\\nTransfer-Encoding: chunked\\n\\n0\\n | 400 |
        """)
    void shouldRefuseBeforeAnybodyAsks(String request, int status, String message) throws Exception {
        String answer = http.raw(with(request));
        assertThat(answer).startsWith("HTTP/1.1 " + status);
        assertThat(answer).doesNotContain("\tat ");
        if (message != null) {
            assertThat(answer).contains(message.replace("\"", "\\\""));
        }
    }

    /** There are so many, and nobody knows who holds them. */
    @Test
    void shouldKeepNoConnectionOfAStranger() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", http.port())) {
            socket.setSoTimeout((int) DEADLINE.toMillis());
            socket.getOutputStream()
                    .write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .endsWith("live\n");
        }
    }

    @Test
    void shouldLetAListedPageAsk() throws Exception {
        String answer = http.raw(with("OPTIONS /v1/sql HTTP/1.1\\nHost: localhost\\nConnection: close\\n"
                + "Origin: https://charts.example\\nAccess-Control-Request-Method: POST\\n"));
        assertThat(answer)
                .startsWith("HTTP/1.1 204")
                .containsIgnoringCase("Access-Control-Allow-Origin: https://charts.example")
                .containsIgnoringCase("Access-Control-Allow-Headers: Authorization");
    }

    @Test
    void shouldKnowUsersByTheirPasswordsAndHideWhatIsHidden() throws Exception {
        User ada = TestHttp.user("ada", OptionalInt.empty(), Set.of("zip"));
        Users users = Users.none().with(ada);
        try (TestHttp withUsers = new TestHttp(() -> Optional.of(users), DEADLINE)) {
            assertThat(basic(withUsers, "/v1/schema", "ada:a secret").body()).doesNotContain("\"zip\"");
            assertThat(basic(withUsers, "/v1/schema", "ada:another").statusCode())
                    .isEqualTo(401);
            assertThat(basic(withUsers, "/v1/schema", "bob:a secret").statusCode())
                    .isEqualTo(401);
            assertThat(basic(withUsers, "/v1/entities/7?columns=zip", "ada:a secret")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(basic(withUsers, "/v1/model", "ada:a secret").statusCode())
                    .isEqualTo(403);
            assertThat(withUsers.authentication.token()).isEmpty();
        }
    }

    @Test
    void shouldLetAUserHaveSoManyCallsAtATimeAsConnections() throws Exception {
        Users users = Users.none().with(TestHttp.user("ada", OptionalInt.of(1), Set.of()));
        try (TestHttp withUsers = new TestHttp(() -> Optional.of(users), DEADLINE);
                EventStream watching = new EventStream(
                        withUsers, "Basic " + encoded("ada:a secret"), "/v1/watch?sql=SELECT+1", null)) {
            assertThat(watching.next("answer")).isNotNull();
            HttpResponse<String> another = basic(withUsers, "/v1/schema", "ada:a secret");
            assertThat(another.statusCode()).isEqualTo(429);
            assertThat(another.headers().firstValue("Retry-After")).isPresent();
        }
    }

    /** The limit is for rows of the matrix. */
    @Test
    void shouldDescribeAllColumnsToWhoMayHaveFewRows() throws Exception {
        User few = new User(
                "ada",
                ScramVerifier.ofPassword("a secret", new SecureRandom()),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.of(3),
                OptionalLong.empty(),
                Set.of(),
                false,
                Permission.all());
        try (TestHttp withUsers = new TestHttp(() -> Optional.of(Users.none().with(few)), DEADLINE)) {
            for (String path : List.of("/v1/schema", "/v1/openapi.json", "/v1/model")) {
                assertThat(basic(withUsers, path, "ada:a secret").statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
        }
    }

    /** A stranger hears nothing of the file, and who was known stays so. */
    @Test
    void shouldNotSayWhyUsersCannotBeRead() throws Exception {
        Users users = Users.none().with(TestHttp.user("ada", OptionalInt.empty(), Set.of()));
        AtomicBoolean isWrong = new AtomicBoolean(true);
        Supplier<Optional<Users>> file = () -> {
            if (isWrong.get()) {
                throw new InvalidInputException("/etc/aim/users:3: no user");
            }
            return Optional.of(users);
        };
        try (TestHttp withUsers = new TestHttp(file, DEADLINE)) {
            HttpResponse<String> first = basic(withUsers, "/v1/schema", "ada:a secret");
            assertThat(first.statusCode()).isEqualTo(503);
            assertThat(first.body()).contains("Its log says why.").doesNotContain("/etc/aim");
            isWrong.set(false);
            assertThat(Waiting.until(() -> isKnown(withUsers), DEADLINE)).isTrue();
            isWrong.set(true);
            assertThat(basic(withUsers, "/v1/schema", "ada:a secret").statusCode())
                    .isEqualTo(200);
        }
    }

    private static boolean isKnown(TestHttp http) {
        try {
            return basic(http, "/v1/schema", "ada:a secret").statusCode() == 200;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @ParameterizedTest
    @CsvSource({"Matrix.Example, matrix.example:8088", "2001:DB8::1, [2001:db8::1]:8088", "[::2], [::2]"})
    void shouldKnowItsNameHoweverItIsWritten(String given, String host) {
        HostCheck check = HostCheck.of(Set.of(given), Set.of());
        assertThat(check.names()).contains(host.replaceFirst(":8088$", ""));
    }

    @Test
    void shouldSpeakTls(@TempDir Path folder) throws Exception {
        SelfSigned certificate = SelfSigned.in(folder);
        try (TestHttp encrypted = new TestHttp(
                Optional::empty, DEADLINE, Optional.of(certificate.tls().context()))) {
            HttpClient client =
                    HttpClient.newBuilder().sslContext(certificate.trusting()).build();
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("https://localhost:" + encrypted.port() + "/v1/schema"))
                            .timeout(DEADLINE)
                            .header("Authorization", encrypted.bearer())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> basic(TestHttp http, String path, String nameAndPassword) throws Exception {
        return http.plain(path, "Basic " + encoded(nameAndPassword));
    }

    private static String encoded(String nameAndPassword) {
        return Base64.getEncoder().encodeToString(nameAndPassword.getBytes(StandardCharsets.UTF_8));
    }
}
