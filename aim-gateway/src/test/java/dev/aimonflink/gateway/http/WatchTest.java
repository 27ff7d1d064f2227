package dev.aimonflink.gateway.http;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.session.FakeJob;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Statements that are asked again and again for those who watch them. */
class WatchTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String BUSIEST =
            "SELECT subscriber_id, number_of_calls_this_week AS calls FROM subscribers WHERE subscriber_id >= 9 ORDER BY 1";

    private static String path(String statement, String more) {
        return "/v1/watch?sql=" + URLEncoder.encode(statement, StandardCharsets.UTF_8) + more;
    }

    @Test
    void shouldSendAnAnswerAndThenTheRowsThatChange() throws Exception {
        try (TestHttp http = TestHttp.start();
                EventStream watching =
                        new EventStream(http, http.bearer(), path(BUSIEST, "&every=100ms&key=subscriber_id"), null)) {
            assertThat(watching.next("answer")).contains("\"rows\":[[9,9],[10,10]]");
            http.job.writesBeforeEachAnswer = true;
            assertThat(watching.next("rows"))
                    .matches("\\{\"added\":\\[],\"changed\":\\[\\[10,1[0-9]]],\"removed\":\\[]}");
        }
    }

    @Test
    void shouldSendWholeAnswersToThoseWhoGiveNoKey() throws Exception {
        try (TestHttp http = TestHttp.start();
                EventStream watching = new EventStream(http, http.bearer(), path(BUSIEST, "&every=100ms"), null)) {
            assertThat(watching.next("answer")).contains("[[9,9],[10,10]]");
            http.job.writesBeforeEachAnswer = true;
            assertThat(watching.next("answer")).contains("[9,9],[10,1");
        }
    }

    /** The server must not count those who have left, and sees that one has only when it writes. */
    @Test
    void shouldServeMoreViewersInTurnThanMayBeConnected() throws Exception {
        try (TestHttp http = TestHttp.start()) {
            for (int i = 0; i < HttpLimits.CONNECTIONS + 100; i++) {
                try (EventStream watching =
                        new EventStream(http, http.bearer(), path("SELECT clock_timestamp()", "&every=100ms"), null)) {
                    assertThat(watching.status()).startsWith("HTTP/1.1 200 ");
                }
                if (i % 500 == 499) {
                    assertThat(Waiting.until(() -> http.viewers() == 0, DEADLINE))
                            .isTrue();
                }
            }
        }
    }

    /** Equal statements of one user are one question, however many look. */
    @Test
    void shouldAskOnceForAllViewersOfAStatement() throws Exception {
        List<EventStream> all = new ArrayList<>();
        try (TestHttp http = TestHttp.start()) {
            for (int i = 0; i < 20; i++) {
                all.add(new EventStream(http, http.bearer(), path(BUSIEST, "&every=1h"), null));
            }
            for (EventStream each : all) {
                assertThat(each.next("answer")).contains("[10,10]");
            }
            assertThat(http.job.questions()).isEqualTo(1);
        } finally {
            for (EventStream each : all) {
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
                EventStream watching = new EventStream(http, http.bearer(), path(BUSIEST, "&every=100ms"), "0-41");
                EventStream another =
                        new EventStream(http, http.bearer(), path(BUSIEST, "&every=100ms"), "no id at all")) {
            assertThat(watching.next("answer")).contains("[10,10]");
            assertThat(another.next("answer")).contains("[10,10]");
        }
    }

    @Test
    void shouldSayAnErrorAndGoOnAsking() throws Exception {
        String fails = "SELECT 1 / (12 - number_of_calls_this_week) FROM subscribers WHERE subscriber_id = 10";
        try (TestHttp http = TestHttp.start();
                EventStream watching = new EventStream(http, http.bearer(), path(fails, "&every=100ms"), null)) {
            assertThat(watching.next("answer")).contains("[[0]]");
            http.job.writesBeforeEachAnswer = true;
            assertThat(watching.next("error")).contains("22012");
            assertThat(watching.next("answer")).contains("[[-1]]");
        }
    }

    /** Rows may come to have one key. */
    @Test
    void shouldSayThatAKeyIsNoneAnyMore() throws Exception {
        String twice =
                "SELECT CASE WHEN number_of_calls_this_week > 10 THEN 9 ELSE number_of_calls_this_week END AS calls"
                        + " FROM subscribers WHERE subscriber_id >= 9";
        try (TestHttp http = TestHttp.start();
                EventStream watching =
                        new EventStream(http, http.bearer(), path(twice, "&every=100ms&key=calls"), null)) {
            assertThat(watching.next("answer")).contains("[[9],[10]]");
            http.job.writesBeforeEachAnswer = true;
            assertThat(watching.next("error")).contains("Two rows have the key [9]");
        }
    }

    @Test
    void shouldShowWhatIsThereWhileItIsAsked() throws Exception {
        try (TestHttp http = TestHttp.start();
                EventStream watching = new EventStream(http, http.bearer(), path(BUSIEST, "&every=100ms"), null)) {
            assertThat(watching.next("answer")).contains("[10,10]");
            http.job.isSilent = true;
            assertThat(Waiting.until(http.job::isAsked, DEADLINE)).isTrue();
            try (EventStream another = new EventStream(http, http.bearer(), path(BUSIEST, "&every=100ms"), null)) {
                assertThat(another.next("answer")).contains("[10,10]");
            }
        }
    }

    @Test
    void shouldAskOthersWhileOneIsNotAnswered() throws Exception {
        List<EventStream> silent = new ArrayList<>();
        try (TestHttp http = TestHttp.start()) {
            for (int i = 0; i < 10; i++) {
                String statement = "SELECT " + i + ", " + FakeJob.UNANSWERED + ", count(*) FROM subscribers";
                silent.add(new EventStream(http, http.bearer(), path(statement, "&every=100ms"), null));
            }
            assertThat(Waiting.until(() -> http.running() == 10, DEADLINE)).isTrue();
            try (EventStream another = new EventStream(http, http.bearer(), path(BUSIEST, "&every=100ms"), null)) {
                assertThat(another.next("answer")).contains("[10,10]");
                http.job.writesBeforeEachAnswer = true;
                assertThat(another.next("answer")).contains("[10,1");
            }
        } finally {
            for (EventStream each : silent) {
                each.close();
            }
        }
    }

    /** The job is not asked for events that there are not. */
    @Test
    void shouldNotWaitForAnIdOfAnotherJob() throws Exception {
        try (TestHttp http = TestHttp.start()) {
            http.job.answersUpTo(40);
            String ahead = "z~0-99";
            try (EventStream watching = new EventStream(http, http.bearer(), path(BUSIEST, "&every=1h"), ahead)) {
                assertThat(watching.next("answer")).contains("[10,10]");
                int asked = http.job.questions();
                try (EventStream again = new EventStream(http, http.bearer(), path(BUSIEST, "&every=1h"), ahead)) {
                    assertThat(again.next("answer")).contains("[10,10]");
                }
                assertThat(http.job.questions()).isEqualTo(asked);
            }
        }
    }

    @Test
    void shouldNotAskForAnIdThatHasBeenSeen() throws Exception {
        try (TestHttp http = TestHttp.start()) {
            http.job.answersUpTo(40);
            try (EventStream watching = new EventStream(http, http.bearer(), path(BUSIEST, "&every=1h"), null)) {
                assertThat(watching.next("answer")).contains("[10,10]");
                assertThat(watching.id()).isEqualTo("a~0-40");
                try (EventStream again = new EventStream(http, http.bearer(), path(BUSIEST, "&every=1h"), "a~0-39")) {
                    assertThat(again.next("answer")).contains("[10,10]");
                }
            }
            assertThat(http.job.questions()).isEqualTo(1);
        }
    }

    /** Else nothing but errors would come until the last viewer has left. */
    @Test
    void shouldGoOnWithAnotherTopicOfEvents() throws Exception {
        try (TestHttp http = TestHttp.start()) {
            http.job.answersUpTo(50);
            try (EventStream watching = new EventStream(http, http.bearer(), path(BUSIEST, "&every=100ms"), null)) {
                assertThat(watching.next("answer")).contains("[10,10]");
                http.job.recreateTopic(3);
                assertThat(watching.next("error")).contains("55000", "it is another one");
                assertThat(watching.next("answer")).contains("[10,10]");
                assertThat(watching.id()).isEqualTo("b~0-3");
            }
        }
    }

    /** Whoever comes back waits for what it has seen: an older answer would go back. */
    @Test
    void shouldNotGoBackWhenAViewerReturnsBeforeTheJobHasCaughtUp() throws Exception {
        try (TestHttp http = TestHttp.start()) {
            http.job.answersUpTo(40);
            try (EventStream staying = new EventStream(http, http.bearer(), path(BUSIEST, "&every=1h"), null)) {
                assertThat(staying.next("answer")).contains("[10,10]");
                try (EventStream back = new EventStream(http, http.bearer(), path(BUSIEST, "&every=1h"), "a~0-50")) {
                    assertThat(back.awaitBeginning()).isTrue();
                    assertThat(Waiting.until(() -> http.job.lastAwaited().equals("{0=50}"), DEADLINE))
                            .isTrue();
                    http.job.answersUpTo(50);
                    assertThat(back.next("answer")).contains("[10,10]");
                }
            }
        }
    }

    /** What is watched is the user's memory, until nobody watches. */
    @Test
    void shouldGiveMemoryBackWhenViewersLeave() throws Exception {
        String large = "SELECT repeat('x', 100000), clock_timestamp() FROM generate_series(1, 20)";
        try (TestHttp http = TestHttp.start()) {
            for (int i = 0; i < 3; i++) {
                try (EventStream watching = new EventStream(http, http.bearer(), path(large, "&every=100ms"), null)) {
                    assertThat(watching.next("answer")).isNotNull();
                    assertThat(watching.next("answer")).isNotNull();
                    assertThat(http.memory()).isPositive();
                }
                assertThat(Waiting.until(() -> http.viewers() == 0 && http.memory() == 0, DEADLINE))
                        .isTrue();
            }
        }
    }

    @Test
    void shouldNotShareAnAnswerWithWhoSeesLess() throws Exception {
        Users users = Users.none()
                .with(TestHttp.user("ada", OptionalInt.empty(), Set.of()))
                .with(TestHttp.user("bea", OptionalInt.empty(), Set.of("zip")));
        String all = path("SELECT * FROM subscribers WHERE subscriber_id = 7", "&every=1h");
        try (TestHttp http = new TestHttp(() -> Optional.of(users), DEADLINE);
                EventStream ada = new EventStream(http, basic("ada"), all, null);
                EventStream bea = new EventStream(http, basic("bea"), all, null)) {
            assertThat(ada.next("answer")).contains("\"name\":\"zip\"");
            assertThat(bea.next("answer")).contains("\"rows\":[[7").doesNotContain("\"name\":\"zip\"");
        }
    }

    private static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":a secret").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldEndWhenTheTokenExpires() throws Exception {
        String secret = AccessToken.newSecret(new SecureRandom());
        Users users = Users.none()
                .with(TestHttp.user("ada", OptionalInt.empty(), Set.of()))
                .with(AccessToken.of("page", secret, "ada", Instant.now().plusSeconds(3), Set.of(Permission.ASK)));
        try (TestHttp http = new TestHttp(() -> Optional.of(users), DEADLINE);
                EventStream watching = new EventStream(http, "Bearer " + secret, path(BUSIEST, "&every=1h"), null)) {
            assertThat(watching.next("answer")).contains("[10,10]");
            assertThat(watching.next("end")).contains("The token has expired");
        }
    }

    /** One who reads nothing holds up nobody else, and is disconnected. */
    @Test
    void shouldDisconnectWhoTakesNothing() throws Exception {
        String large =
                "SELECT repeat('x', 1000000), number_of_calls_this_week FROM subscribers WHERE subscriber_id = 10";
        try (TestHttp http = new TestHttp(Optional::empty, Duration.ofSeconds(1));
                EventStream stalled = new EventStream(http, http.bearer(), path(large, "&every=100ms"), null);
                EventStream reading = new EventStream(http, http.bearer(), path(large, "&every=100ms"), null)) {
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
        Users known = Users.none().with(ada).with(AccessToken.of("page", secret, "ada", null, Set.of(Permission.ASK)));
        AtomicReference<Users> users = new AtomicReference<>(known);
        try (TestHttp http = new TestHttp(() -> Optional.of(users.get()), DEADLINE);
                EventStream watching = new EventStream(http, "Bearer " + secret, path(BUSIEST, "&every=100ms"), null)) {
            assertThat(watching.next("answer")).contains("[10,10]");
            users.set(known.withoutToken("page"));
            assertThat(watching.next("end")).contains("The token has expired");
            assertThat(watching.next("answer")).isNull();
        }
        assertThat(AccessToken.of("page", secret, "ada", Instant.EPOCH, Set.of(Permission.ASK))
                        .isValidAt(Instant.now()))
                .isFalse();
    }
}
