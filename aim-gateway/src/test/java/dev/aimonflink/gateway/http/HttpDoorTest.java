package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Who gets in by HTTP, and what is refused before anybody asks. */
class HttpDoorTest {
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
        User ada = new User(
                "ada",
                ScramVerifier.ofPassword("a secret", new SecureRandom()),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of("zip"),
                false,
                Set.of(Permission.ASK));
        Users users = Users.none().with(ada);
        try (TestHttp withUsers = new TestHttp(() -> Optional.of(users), Duration.ofSeconds(60))) {
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

    private static HttpResponse<String> basic(TestHttp http, String path, String nameAndPassword) throws Exception {
        String encoded = Base64.getEncoder().encodeToString(nameAndPassword.getBytes(StandardCharsets.UTF_8));
        return http.plain(path, "Basic " + encoded);
    }
}
