package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.pulse.Pulse;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How the job is, from one second to the next, for those who watch that. */
class PulseTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Topics TOPICS = Topics.defaults();
    private static final int MOST_BEATS = 60;
    private static final int QUESTIONS_OF_A_BEAT = 2;

    private TestHttp http;

    @BeforeEach
    void start() throws IOException {
        http = TestHttp.start();
        http.kafka
                .withFirstOffset(TOPICS.events(), 60)
                .withFirstOffset(TOPICS.queries(), 0)
                .withFirstOffset(TOPICS.alerts(), 0);
    }

    @AfterEach
    void close() {
        http.close();
    }

    private EventStream watch() throws IOException {
        return watch(http, http.bearer());
    }

    private static EventStream watch(TestHttp at, String authorization) throws IOException {
        return new EventStream(
                at, "GET /v1/pulse/stream", List.of("Host: localhost", "Authorization: " + authorization), "");
    }

    private static JsonNode next(EventStream watching) throws IOException {
        EventStream.Received event = watching.next();
        assertThat(event.kind()).isEqualTo("beat");
        return JSON.readTree(event.data());
    }

    /** The next one that is so. */
    private static JsonNode next(EventStream watching, Predicate<JsonNode> isWanted) throws IOException {
        for (int i = 0; i < MOST_BEATS; i++) {
            JsonNode beat = next(watching);
            if (isWanted.test(beat)) {
                return beat;
            }
        }
        throw new AssertionError("No such beat came.");
    }

    /** At first the model is not known yet. */
    private static boolean isAnswered(JsonNode beat) {
        return beat.has("freshMs");
    }

    // ---- a beat

    @Test
    void shouldSayHowTheJobIs() throws Exception {
        http.job.answersUpTo(55);
        try (EventStream watching = watch()) {
            JsonNode beat = next(watching, PulseTest::isAnswered);
            assertThat(beat.path("rows").asInt()).isEqualTo(FakeJob.SUBSCRIBERS);
            assertThat(beat.path("partitions")).hasSize(2);
            assertThat(beat.at("/partitions/0/rows").asInt()
                            + beat.at("/partitions/1/rows").asInt())
                    .isEqualTo(FakeJob.SUBSCRIBERS);
            assertThat(beat.at("/partitions/1/partition").asInt()).isEqualTo(1);
            assertThat(beat.at("/partitions/0/cutAgeMs").isNumber()).isTrue();
            assertThat(beat.path("written").asLong()).isEqualTo(60);
            assertThat(beat.path("lag").asLong()).isEqualTo(5);
            assertThat(beat.path("freshMs").asDouble()).isPositive();
            assertThat(beat.path("runningQueries").asInt()).isZero();
            assertThat(beat.path("flink").isNull()).isTrue();
            JsonNode another = next(watching, each -> each.path("ready").asBoolean());
            assertThat(another.has("fault")).isFalse();
            assertThat(another.at("/perSecond/events").asDouble()).isZero();
            assertThat(another.at("/perSecond/alerts").asDouble()).isZero();
            assertThat(another.path("number").asInt())
                    .isGreaterThan(beat.path("number").asInt() - 1);
        }
    }

    @Test
    void shouldSayThatTheJobWasRestarted() throws Exception {
        http.job.answersUpTo(55);
        try (EventStream watching = watch()) {
            String before = next(watching, PulseTest::isAnswered).path("run").asText();
            assertThat(before).isNotEmpty();
            http.job.recreateTopic(3);
            JsonNode after =
                    next(watching, each -> !each.path("run").asText(before).equals(before));
            assertThat(after.path("lag").asLong()).isEqualTo(57);
        }
    }

    @Test
    void shouldCountEventsASecond() throws Exception {
        try (EventStream watching = watch()) {
            JsonNode before =
                    next(watching, each -> each.at("/perSecond/events").isNumber());
            http.kafka.withFirstOffset(TOPICS.events(), 1_060);
            JsonNode beat = next(watching);
            for (int i = 0; i < MOST_BEATS && beat.at("/perSecond/events").asDouble() == 0; i++) {
                before = beat;
                beat = next(watching);
            }
            double seconds = (beat.path("time").asLong() - before.path("time").asLong()) / 1_000.0;
            assertThat(beat.at("/perSecond/events").asDouble()).isBetween(500 / seconds, 2_000 / seconds);
            assertThat(beat.path("written").asLong()).isEqualTo(1_060);
        }
    }

    @Test
    void shouldCountNoQuestionsOfItsOwn() throws Exception {
        AtomicLong questions = new AtomicLong();
        http.job.reports = question -> {
            if (!question.params().get("text").toString().contains("information_schema")) {
                http.kafka.withFirstOffset(TOPICS.queries(), questions.incrementAndGet());
            }
            return null;
        };
        try (EventStream watching = watch()) {
            next(watching, PulseTest::isAnswered);
            for (int i = 0; i < 3; i++) {
                assertThat(next(watching).at("/perSecond/queries").doubleValue())
                        .isZero();
            }
            assertThat(questions.get()).isGreaterThanOrEqualTo(3 * QUESTIONS_OF_A_BEAT);
            http.sql("SELECT count(*) FROM subscribers");
            next(watching, each -> each.at("/perSecond/queries").asDouble() > 0);
        }
    }

    // ---- what does not answer

    @Test
    void shouldSayThatTheJobIsSilentAndThatItAnswersAgain() throws Exception {
        try (EventStream watching = watch()) {
            next(watching, each -> isAnswered(each) && each.path("ready").asBoolean());
            http.job.isSilent = true;
            JsonNode silent = next(watching, each -> !each.path("ready").asBoolean());
            assertThat(silent.path("fault").asText()).isNotBlank();
            JsonNode asked = JSON.readTree(http.get("/v1/pulse").body());
            assertThat(asked.path("ready").asBoolean()).isFalse();
            http.job.isSilent = false;
            JsonNode back = next(
                    watching, each -> isAnswered(each) && each.path("ready").asBoolean());
            assertThat(back.has("fault")).isFalse();
        }
    }

    @Test
    void shouldSayWhyThereIsNothingOfAJobThatHasNeverAnswered() throws Exception {
        FakeJob silent = new FakeJob();
        silent.isSilent = true;
        try (OpenGateway gateway = OpenGateway.open(
                        silent,
                        ServerSettings.atLoopback(0),
                        Gateway.Limits.USUAL,
                        new RunningQueries(Duration.ofSeconds(1), ended -> {}),
                        Optional.empty(),
                        Optional::empty);
                Pulse pulse = new Pulse(
                        gateway.shared(),
                        new JobTopics(http.kafka, Connection.to(FakeKafka.BOOTSTRAP), TOPICS),
                        null,
                        null)) {
            JsonNode beat = JSON.readTree(pulse.newest(DEADLINE).json());
            assertThat(beat.path("ready").asBoolean(true)).isFalse();
            assertThat(beat.path("written").asLong()).isEqualTo(60);
            assertThat(beat.path("fault").asText()).as("fault of %s", beat).isNotBlank();
        }
    }

    @Test
    void shouldShowTheJobWhereKafkaDoesNotAnswer() throws Exception {
        http.kafka.withoutBroker();
        try (EventStream watching = watch()) {
            JsonNode beat = next(watching, PulseTest::isAnswered);
            assertThat(beat.path("fault").asText()).startsWith("No Kafka broker answers at " + FakeKafka.BOOTSTRAP);
            assertThat(beat.path("rows").asInt()).isEqualTo(FakeJob.SUBSCRIBERS);
            assertThat(beat.has("lag")).isFalse();
        }
    }

    /** As of a job newer than this gateway. */
    @Test
    void shouldGoOnAfterAPlanThatItCannotRead() throws Exception {
        AtomicInteger strange = new AtomicInteger();
        http.job.reports = question -> isPlan(question) && strange.getAndIncrement() == 0 ? answer("{}") : null;
        try (EventStream watching = watch()) {
            assertThat(Waiting.until(() -> strange.get() > 0, DEADLINE)).isTrue();
            HttpResponse<String> beat = http.get("/v1/pulse");
            assertThat(beat.statusCode()).as(beat.body()).isEqualTo(200);
            next(watching, PulseTest::isAnswered);
        }
    }

    private static boolean isPlan(AskedQuery question) {
        return question.params().get("text").toString().startsWith("EXPLAIN (ANALYZE");
    }

    private static QueryResult answer(String text) {
        return new QueryResult(
                new QueryResult.Origin("r", "c", "sql"),
                QueryResult.Status.OK,
                new QueryResult.Table(List.of("plan"), List.of(), List.of(List.of(text))),
                null,
                QueryResult.Work.NONE,
                null);
    }

    // ---- who watches

    @Test
    void shouldBeginWithTheBeatsThatAreKept() throws Exception {
        try (EventStream first = watch()) {
            JsonNode one = next(first);
            JsonNode two = next(first);
            assertThat(one.path("number").asInt()).isEqualTo(1);
            assertThat(two.path("number").asInt()).isEqualTo(2);
            try (EventStream second = watch()) {
                assertThat(next(second)).isEqualTo(one);
                assertThat(next(second)).isEqualTo(two);
                for (int number = 3; number <= 5; number++) {
                    JsonNode beat = next(second);
                    assertThat(beat.path("number").asInt()).isEqualTo(number);
                    assertThat(next(first)).isEqualTo(beat);
                }
            }
        }
    }

    @Test
    void shouldAnswerWithWhatIsNotOlderThanASecond() throws Exception {
        int before = 0;
        for (int i = 0; i < 5; i++) {
            // What was seen for the call before is too old for this one.
            long endNanos = System.nanoTime() + Pulse.EVERY.toNanos() * i / 2;
            assertThat(Waiting.until(() -> System.nanoTime() - endNanos >= 0, DEADLINE))
                    .isTrue();
            long oldestMs = System.currentTimeMillis() - Pulse.EVERY.toMillis() - 100;
            HttpResponse<String> answer = http.get("/v1/pulse");
            assertThat(answer.statusCode()).isEqualTo(200);
            JsonNode beat = JSON.readTree(answer.body());
            assertThat(beat.path("time").asLong()).isGreaterThanOrEqualTo(oldestMs);
            assertThat(beat.path("number").asInt()).isGreaterThanOrEqualTo(before);
            before = beat.path("number").asInt();
        }
        int last = before;
        assertThat(Waiting.until(() -> number() > last, DEADLINE)).isTrue();
    }

    private int number() {
        try {
            return JSON.readTree(http.get("/v1/pulse").body()).path("number").asInt();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Two questions for a second, however many look. */
    @Test
    void shouldAskOnceForAllAndNothingWhileNobodyWatches() throws Exception {
        http.get("/v1/session");
        assertThat(http.job.questions()).isZero();
        try (EventStream first = watch();
                EventStream second = watch();
                EventStream third = watch()) {
            int beats = next(third, each -> each.path("number").asInt() >= 4)
                    .path("number")
                    .asInt();
            next(first);
            next(second);
            assertThat(http.job.questions()).isBetween(2, QUESTIONS_OF_A_BEAT * (beats + 3));
        }
        assertThat(Waiting.until(() -> http.viewers() == 0, DEADLINE)).isTrue();
        AtomicInteger questions = new AtomicInteger(-1);
        AtomicLong sinceNanos = new AtomicLong();
        assertThat(Waiting.until(
                        () -> {
                            if (questions.getAndSet(http.job.questions()) != http.job.questions()) {
                                sinceNanos.set(System.nanoTime());
                            }
                            return System.nanoTime() - sinceNanos.get() > 3 * Pulse.EVERY.toNanos();
                        },
                        DEADLINE))
                .as("it is no longer asked")
                .isTrue();
    }

    @Test
    void shouldEndWithTheToken() throws Exception {
        String secret = AccessToken.newSecret(new SecureRandom());
        Users users = Users.none()
                .with(TestHttp.user("ada", OptionalInt.empty(), Set.of()))
                .with(AccessToken.of("page", secret, "ada", Instant.now().plusSeconds(3), Set.of(Permission.ASK)));
        try (TestHttp withUsers = new TestHttp(() -> Optional.of(users), DEADLINE);
                EventStream watching = watch(withUsers, "Bearer " + secret)) {
            assertThat(watching.next().kind()).isEqualTo("beat");
            EventStream.Received last = watching.next();
            for (int i = 0; i < MOST_BEATS && last.kind().equals("beat"); i++) {
                last = watching.next();
            }
            assertThat(last.kind()).isEqualTo("end");
            assertThat(last.data()).contains("The token has expired");
            assertThat(watching.next()).isNull();
            assertThat(Waiting.until(() -> withUsers.viewers() == 0, DEADLINE)).isTrue();
        }
    }
}
