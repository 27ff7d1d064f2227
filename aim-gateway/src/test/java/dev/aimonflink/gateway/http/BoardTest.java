package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Several statements that are watched by one stream. */
class BoardTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_EVENTS = 200;
    private static final String COUNT = "SELECT count(*) FROM subscribers";
    private static final String BUSIEST =
            "SELECT subscriber_id, number_of_calls_this_week AS calls FROM subscribers WHERE subscriber_id >= 9 ORDER BY 1";

    private TestHttp http;

    @BeforeEach
    void start() throws IOException {
        http = TestHttp.start();
    }

    @AfterEach
    void close() {
        http.close();
    }

    private static String board(String every, String... statements) {
        ObjectNode board = JSON.createObjectNode();
        ArrayNode watches = board.putArray("watches");
        for (String each : statements) {
            watches.addObject().put("sql", each).put("every", every);
        }
        return board.toString();
    }

    private EventStream watch(String board, String lastEventId) throws IOException {
        List<String> headers = new ArrayList<>(
                List.of("Host: localhost", "Content-Type: application/json", "Authorization: " + http.bearer()));
        if (lastEventId != null) {
            headers.add("Last-Event-ID: " + lastEventId);
        }
        return new EventStream(http, "POST /v1/watch", headers, board);
    }

    /** The first event of each of so many statements, by number. */
    private static Map<Integer, EventStream.Received> firstOf(EventStream watching, int statements) throws IOException {
        Map<Integer, EventStream.Received> first = new TreeMap<>();
        for (int i = 0; first.size() < statements; i++) {
            assertThat(i).as("events, of %s", first.keySet()).isLessThan(MOST_EVENTS);
            EventStream.Received event = watching.next();
            first.putIfAbsent(JSON.readTree(event.data()).path("watch").asInt(), event);
        }
        return first;
    }

    private static JsonNode data(EventStream.Received event) throws IOException {
        JsonNode numbered = JSON.readTree(event.data());
        assertThat(numbered.fieldNames()).toIterable().containsExactly("watch", "data");
        return numbered.path("data");
    }

    // ---- answers

    @Test
    void shouldAnswerEachAndSayWhatIsWrongWithOne() throws Exception {
        try (EventStream watching = watch(board("1h", COUNT, "SELECT nothing FROM subscribers", BUSIEST), null)) {
            Map<Integer, EventStream.Received> first = firstOf(watching, 3);
            assertThat(first.get(0).kind()).isEqualTo("answer");
            assertThat(data(first.get(0)).path("rows").toString()).isEqualTo("[[10]]");
            assertThat(first.get(1).kind()).isEqualTo("error");
            assertThat(data(first.get(1)).at("/error/sqlState").asText()).isEqualTo("42703");
            assertThat(first.get(2).kind()).isEqualTo("answer");
            assertThat(data(first.get(2)).path("rows").toString()).isEqualTo("[[9,9],[10,10]]");
            assertThat(first.get(2).data())
                    .as("several lines of data are one text")
                    .contains("\n");
        }
    }

    @Test
    void shouldSendWhatChangesWithTheNumberOfItsStatement() throws Exception {
        String board = "{\"watches\":[{\"sql\":\"SELECT 1\",\"every\":\"100ms\"},{\"sql\":\"" + BUSIEST
                + "\",\"every\":\"100ms\",\"key\":\"subscriber_id\"}]}";
        try (EventStream watching = watch(board, null)) {
            firstOf(watching, 2);
            http.job.writesBeforeEachAnswer = true;
            EventStream.Received changed = watching.next();
            assertThat(changed.kind()).isEqualTo("rows");
            assertThat(JSON.readTree(changed.data()).path("watch").asInt()).isEqualTo(1);
            assertThat(data(changed).at("/changed/0/0").asInt()).isEqualTo(10);
        }
    }

    @Test
    void shouldAskOnceForAStatementThatIsThereTwice() throws Exception {
        try (EventStream watching = watch(board("1h", BUSIEST, BUSIEST), null)) {
            Map<Integer, EventStream.Received> both = firstOf(watching, 2);
            assertThat(data(both.get(1))).isEqualTo(data(both.get(0)));
            assertThat(data(both.get(1)).path("rows").toString()).isEqualTo("[[9,9],[10,10]]");
            try (EventStream single = new EventStream(
                    http,
                    http.bearer(),
                    "/v1/watch?every=1h&sql=" + BUSIEST.replace(" ", "+").replace(">=", "%3E%3D"),
                    null)) {
                assertThat(single.next("answer")).contains("[10,10]");
            }
            assertThat(http.job.questions()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void shouldShowOthersWhileOneIsNotAnswered() throws Exception {
        String unanswered = "SELECT -987654321, count(*) FROM subscribers";
        try (EventStream watching = watch(board("100ms", unanswered, BUSIEST), null)) {
            assertThat(firstOf(watching, 1)).containsOnlyKeys(1);
            http.job.writesBeforeEachAnswer = true;
            assertThat(data(watching.next()).path("rows").toString()).startsWith("[[9,9],[10,1");
        }
    }

    // ---- one that comes back

    /** What has been seen by one of its statements, all have then. */
    @Test
    void shouldNotGoBackWhenItReturnsBeforeTheJobHasCaughtUp() throws Exception {
        http.job.answersUpTo(40);
        String board = board("1h", COUNT, BUSIEST);
        try (EventStream staying = watch(board, null)) {
            assertThat(firstOf(staying, 2).get(1).id()).isEqualTo("a~0-40");
            try (EventStream back = watch(board, "a~0-50")) {
                assertThat(back.awaitBeginning()).isTrue();
                assertThat(Waiting.until(() -> http.job.lastAwaited().equals("{0=50}"), DEADLINE))
                        .isTrue();
                http.job.answersUpTo(50);
                for (EventStream.Received each : firstOf(back, 2).values()) {
                    assertThat(each.kind()).isEqualTo("answer");
                    assertThat(each.id()).isEqualTo("a~0-50");
                }
            }
        }
    }

    /** A browser sends the last one when it returns, whichever statement that is of. */
    @Test
    void shouldHaveInItsLastIdAllThatHasBeenSeen() throws Exception {
        http.job.answersUpTo(40);
        try (EventStream early = watch(board("1h", COUNT), null)) {
            firstOf(early, 1);
            http.job.answersUpTo(50);
            try (EventStream late = watch(board("1h", BUSIEST), null)) {
                firstOf(late, 1);
                try (EventStream both = watch(board("1h", BUSIEST, COUNT), null)) {
                    assertThat(both.next().id()).isEqualTo("a~0-50");
                    assertThat(both.next().id()).as("the last one's id").isEqualTo("a~0-50");
                }
            }
        }
    }

    @Test
    void shouldNotWaitForAnIdOfAnotherJob() throws Exception {
        http.job.answersUpTo(40);
        try (EventStream watching = watch(board("1h", COUNT, BUSIEST), "z~0-99")) {
            assertThat(data(firstOf(watching, 2).get(1)).path("rows").toString())
                    .isEqualTo("[[9,9],[10,10]]");
        }
    }

    /** However many statements it has: what there is in Kafka is asked once, and not for each of them. */
    @Test
    void shouldBeginSoonWhenItReturnsAndKafkaIsSilent() throws Exception {
        http.job.answersUpTo(40);
        http.job.isTopicSilent = true;
        long nowNanos = System.nanoTime();
        try (EventStream back = watch(board("1h", "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", COUNT), "a~0-50")) {
            assertThat(back.awaitBeginning()).isTrue();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - nowNanos)).isLessThan(Duration.ofSeconds(15));
    }

    // ---- what is refused

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"watches":                                             | The body is no JSON
        []                                                      | The body is no object of JSON
        {}                                                      | The body has no "watches" of 1 to 50 statements
        {"watches":[]}                                          | The body has no "watches" of 1 to 50 statements
        {"watches":{"sql":"SELECT 1"}}                          | The body has no "watches" of 1 to 50 statements
        {"watch":[{"sql":"SELECT 1"}]}                          | There is no key "watch" here.
        {"watches":["SELECT 1"]}                                | Number 0 of "watches" has no text "sql"
        {"watches":[{"sql":"SELECT 1"},{"sql":7}]}              | Number 1 of "watches" has no text "sql"
        {"watches":[{"sql":"SELECT 1","evry":"1s"}]}            | There is no key "evry" here.
        {"watches":[{"sql":"SELECT 1","every":"1ms"}]}          | every=1ms is outside 100ms to 1h
        {"watches":[{"sql":"SELECT 1","every":"often"}]}        | is no time
        """)
    void shouldSayWhatIsWrongWithABoard(String body, String message) throws Exception {
        HttpResponse<String> answer = http.post("/v1/watch", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).at("/error/message").asText()).contains(message);
        assertThat(http.viewers()).isZero();
    }

    /** They would be watched in another way than somebody wanted. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"watches":[{"sql":"SELECT 1","every":5}]}
        {"watches":[{"sql":"SELECT 1","key":["x"]}]}
        """)
    void shouldRefuseWhatIsNoText(String body) throws Exception {
        try (EventStream watching = watch(body, null)) {
            assertThat(watching.status()).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void shouldRefuseTooManyStatements() throws Exception {
        String[] statements = new String[51];
        for (int i = 0; i < statements.length; i++) {
            statements[i] = "SELECT " + i;
        }
        HttpResponse<String> answer = http.post("/v1/watch", board("1s", statements));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("1 to 50 statements");
    }

    @Test
    void shouldRefuseALargeBodyAndKeepNothingOfIt() throws Exception {
        HttpResponse<String> answer = http.post("/v1/watch", board("1s", "SELECT '" + "x".repeat(9_000_000) + "'"));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("Send less at a time.");
        assertThat(Waiting.until(() -> http.memory() == 0, DEADLINE)).isTrue();
    }

    // ---- the end

    @Test
    void shouldGiveEverythingBackWhenTheClientGoes() throws Exception {
        String large = "SELECT repeat('x', 100000), clock_timestamp() FROM generate_series(1, 20)";
        for (int i = 0; i < 3; i++) {
            try (EventStream watching = watch(board("100ms", large, large, BUSIEST), null)) {
                firstOf(watching, 3);
                assertThat(http.viewers()).isEqualTo(1);
                assertThat(http.memory()).isPositive();
            }
            assertThat(Waiting.until(() -> http.viewers() == 0 && http.memory() == 0, DEADLINE))
                    .isTrue();
        }
        int asked = http.job.questions();
        try (EventStream another = watch(board("1h", COUNT), null)) {
            firstOf(another, 1);
        }
        assertThat(http.job.questions()).isLessThanOrEqualTo(asked + 2);
    }
}
