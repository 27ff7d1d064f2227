package dev.aimonflink.gateway.http;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Statements that are asked again and again for those who watch them. */
class WatchTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String BUSIEST =
            "SELECT subscriber_id, number_of_calls_this_week AS calls FROM subscribers WHERE subscriber_id >= 9 ORDER BY 1";

    /** A client that reads events. */
    private static final class Watching implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Watching(TestHttp http, String bearer, String path, String lastEventId) throws IOException {
            socket = new Socket("127.0.0.1", http.port());
            socket.setSoTimeout((int) DEADLINE.toMillis());
            String id = lastEventId == null ? "" : "Last-Event-ID: " + lastEventId + "\r\n";
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: "
                                    + bearer + "\r\n" + id + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        /** The data of the next event of a kind; null at the end. */
        String next(String kind) throws IOException {
            boolean isNext = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("event: ")) {
                    isNext = line.equals("event: " + kind);
                } else if (isNext && line.startsWith("data: ")) {
                    return line.substring("data: ".length());
                }
            }
            return null;
        }

        String status() throws IOException {
            return in.readLine();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static String path(String statement, String more) {
        return "/v1/watch?sql=" + URLEncoder.encode(statement, StandardCharsets.UTF_8) + more;
    }

    @Test
    void shouldSendAnAnswerAndThenTheRowsThatChange() throws Exception {
        try (TestHttp http = TestHttp.start();
                Watching watching =
                        new Watching(http, http.bearer(), path(BUSIEST, "&every=100ms&key=subscriber_id"), null)) {
            assertThat(watching.next("answer")).contains("\"rows\":[[9,9],[10,10]]");
            http.job.writesBeforeEachAnswer = true;
            assertThat(watching.next("rows"))
                    .matches("\\{\"added\":\\[],\"changed\":\\[\\[10,1[0-9]]],\"removed\":\\[]}");
        }
    }

    @Test
    void shouldSendWholeAnswersToThoseWhoGiveNoKey() throws Exception {
        try (TestHttp http = TestHttp.start();
                Watching watching = new Watching(http, http.bearer(), path(BUSIEST, "&every=100ms"), null)) {
            assertThat(watching.next("answer")).contains("[[9,9],[10,10]]");
            http.job.writesBeforeEachAnswer = true;
            assertThat(watching.next("answer")).contains("[9,9],[10,1");
        }
    }

    /** Equal statements of one user are one question, however many look. */
    @Test
    void shouldAskOnceForAllViewersOfAStatement() throws Exception {
        List<Watching> all = new ArrayList<>();
        try (TestHttp http = TestHttp.start()) {
            for (int i = 0; i < 20; i++) {
                all.add(new Watching(http, http.bearer(), path(BUSIEST, "&every=1h"), null));
            }
            for (Watching each : all) {
                assertThat(each.next("answer")).contains("[10,10]");
            }
            assertThat(http.job.questions()).isEqualTo(1);
        } finally {
            for (Watching each : all) {
                each.close();
            }
        }
    }

    @Test
    void shouldRefuseWhatCannotBeWatched() throws Exception {
        try (TestHttp http = TestHttp.start()) {
            assertThat(http.get(path("SELECT nothing FROM subscribers", "")).statusCode())
                    .isEqualTo(400);
            assertThat(http.get(path(BUSIEST, "&every=5ms")).body()).contains("outside 100ms to 1h");
            assertThat(http.get(path(BUSIEST, "&every=often")).body()).contains("is no time");
            assertThat(http.get(path(BUSIEST, "&key=zip")).body()).contains("The answer has no column \\\"zip\\\"");
            assertThat(http.get("/v1/watch").body()).contains("The address has no sql=");
        }
    }

    @Test
    void shouldGoOnAfterAnIdWhoseverItIs() throws Exception {
        try (TestHttp http = TestHttp.start();
                Watching watching = new Watching(http, http.bearer(), path(BUSIEST, "&every=100ms"), "0-41");
                Watching another = new Watching(http, http.bearer(), path(BUSIEST, "&every=100ms"), "no id at all")) {
            assertThat(watching.next("answer")).contains("[10,10]");
            assertThat(another.next("answer")).contains("[10,10]");
        }
    }

    @Test
    void shouldSayAnErrorAndGoOnAsking() throws Exception {
        String fails = "SELECT 1 / (12 - number_of_calls_this_week) FROM subscribers WHERE subscriber_id = 10";
        try (TestHttp http = TestHttp.start();
                Watching watching = new Watching(http, http.bearer(), path(fails, "&every=100ms"), null)) {
            assertThat(watching.next("answer")).contains("[[0]]");
            http.job.writesBeforeEachAnswer = true;
            assertThat(watching.next("error")).contains("22012");
            assertThat(watching.next("answer")).contains("[[-1]]");
        }
    }

    /** One who reads nothing holds up nobody else, and is disconnected. */
    @Test
    void shouldDisconnectWhoTakesNothing() throws Exception {
        String large =
                "SELECT repeat('x', 1000000), number_of_calls_this_week FROM subscribers WHERE subscriber_id = 10";
        try (TestHttp http = new TestHttp(Optional::empty, Duration.ofSeconds(1));
                Watching stalled = new Watching(http, http.bearer(), path(large, "&every=100ms"), null);
                Watching reading = new Watching(http, http.bearer(), path(large, "&every=100ms"), null)) {
            assertThat(stalled.status()).contains(" 200 ");
            http.job.writesBeforeEachAnswer = true;
            for (int i = 0; i < 20; i++) {
                assertThat(reading.next("answer")).isNotNull();
            }
            assertThat(Waiting.until(() -> http.viewers() == 1, DEADLINE)).isTrue();
        }
    }

    @Test
    void shouldEndWithTheToken() throws Exception {
        String secret = AccessToken.newSecret(new SecureRandom());
        User ada = new User("ada", ScramVerifier.ofPassword("a secret", new SecureRandom()));
        Users known = Users.none().with(ada).with(AccessToken.of("page", secret, "ada", null));
        AtomicReference<Users> users = new AtomicReference<>(known);
        try (TestHttp http = new TestHttp(() -> Optional.of(users.get()), DEADLINE);
                Watching watching = new Watching(http, "Bearer " + secret, path(BUSIEST, "&every=100ms"), null)) {
            assertThat(watching.next("answer")).contains("[10,10]");
            users.set(known.withoutToken("page"));
            assertThat(watching.next("end")).contains("The token has expired");
            assertThat(watching.next("answer")).isNull();
        }
        assertThat(AccessToken.of("page", secret, "ada", Instant.EPOCH).isValidAt(Instant.now()))
                .isFalse();
    }
}
