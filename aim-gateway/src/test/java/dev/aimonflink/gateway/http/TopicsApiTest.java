package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.FakeTopic;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.format.RuleRecords;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.report.RulesReport;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is written to the job's topics over HTTP, and read from them. */
class TopicsApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Topics TOPICS = Topics.defaults();
    private static final String EVENT =
            "{\"subscriberId\":7,\"timestamp\":1795132800000,\"durationSeconds\":61,\"cost\":1.25,\"longDistance\":true}";
    private static final String RULES = "- {id: many, when: number_of_calls_this_week > 5}\n";

    private TestHttp http;

    @BeforeEach
    void start() throws Exception {
        http = TestHttp.start();
        http.job.reports = TopicsApiTest::report;
    }

    @AfterEach
    void close() {
        http.close();
    }

    /** What the job says of its rules, and of whom one is true. */
    static QueryResult report(AskedQuery question) {
        List<List<Object>> rows = new ArrayList<>();
        if (question.query().equals(RulesReport.ID)) {
            rows.add(Arrays.asList(null, 0L, null, null, null, null, 2_000L, "limits", "UTC", 0L));
        } else if (question.query().equals(PreviewRules.ID)) {
            rows.add(Arrays.asList("many", 5L, null, null));
            rows.add(Arrays.asList("many", null, "7", "Rule many fired for 7."));
        } else {
            return null;
        }
        return new QueryResult(
                new QueryResult.Origin("r", "c", question.query()),
                QueryResult.Status.OK,
                new QueryResult.Table(List.of(), List.of(), rows),
                null,
                QueryResult.Work.NONE,
                null);
    }

    private HttpResponse<String> send(String method, String path, String type, String body) throws Exception {
        return http.send(http.request(path)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    private static String error(HttpResponse<String> answer) throws Exception {
        return JSON.readTree(answer.body()).at("/error/message").asText();
    }

    private List<ProducerRecord<byte[], byte[]>> published(String topic) {
        return http.kafka.published().stream()
                .filter(each -> each.topic().equals(topic))
                .toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    // ---- events

    @Test
    void shouldWriteEventsAsPublishersDoAndSayUpToWhere() throws Exception {
        HttpResponse<String> answer = http.post("/v1/events", "[" + EVENT + "," + EVENT + "]");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"written\":2,\"offsets\":{\"0\":2}}");
        assertThat(answer.headers().firstValue("Aim-Progress")).contains("0-2");
        assertThat(published(TOPICS.events()))
                .extracting(each -> text(each.key()))
                .containsExactly("7", "7");
        assertThat(JSON.readTree(published(TOPICS.events()).get(0).value())).isEqualTo(JSON.readTree(EVENT));

        HttpResponse<String> asked = http.send(http.request("/v1/sql")
                .header("Content-Type", "text/plain")
                .header("Aim-Freshness", "0-2")
                .POST(HttpRequest.BodyPublishers.ofString("SELECT count(*) FROM subscribers")));
        assertThat(asked.statusCode()).isEqualTo(200);
        assertThat(http.job.lastAwaited()).isEqualTo("{0=2}");
    }

    @Test
    void shouldTakeNoEventsOfAnotherType() throws Exception {
        assertThat(send("POST", "/v1/events", "application/x-www-form-urlencoded", EVENT)
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void shouldTakeOneEventOrALineForEach() throws Exception {
        assertThat(http.post("/v1/events", EVENT).body()).startsWith("{\"written\":1");
        assertThat(send("POST", "/v1/events", "application/x-ndjson", EVENT + "\r\n\n" + EVENT + "\n")
                        .body())
                .startsWith("{\"written\":2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        [{"subscriberId":7}]               | Event 1 of 1: timestamp is missing
        [EVENT,{"subscriberId":"a"}]       | Event 2 of 2: subscriberId must be a whole number
        [EVENT,7]                          | Event 2 of 2:
        []                                 | There are 0 events. Send 1 to 10000 at a time.
        [EVENT,                            | The body is no JSON: Unexpected end-of-input
        [EVENT] [EVENT]                    | Something follows the events.
        7                                  | The body is no event.
        {"a":1,"a":2}                      | The body is no JSON: Duplicate field 'a'
        """)
    void shouldWriteNoneIfOneIsWrong(String body, String said) throws Exception {
        HttpResponse<String> answer = http.post("/v1/events", body.replace("EVENT", EVENT));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(error(answer)).contains(said);
        assertThat(http.kafka.published()).isEmpty();
    }

    /** Millions of small ones would need a hundred times the memory of their text. */
    @Test
    void shouldRefuseMoreEventsThanAreWrittenAtATime() throws Exception {
        for (String each : List.of("{},", "0,", "[],")) {
            String many = each.repeat(Call.MAX_BODY / each.length() - 2);
            assertThat(error(http.post("/v1/events", "[" + many + "0]")))
                    .startsWith("There are more than 10000 events.");
        }
        assertThat(error(send("POST", "/v1/events", "application/x-ndjson", "{}\n".repeat(1_000_000))))
                .startsWith("There are more than 10000 events.");
    }

    @Test
    void shouldSayWhichEventsWereWritten() throws Exception {
        http.kafka.refusing(record -> text(record.key()).equals("8"));
        String other = EVENT.replace("7,", "8,");
        HttpResponse<String> answer = http.post("/v1/events", "[" + EVENT + "," + other + "," + EVENT + "]");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(JSON.readTree(answer.body()).get("written").toString()).isEqualTo("[1,3]");
        assertThat(error(answer)).startsWith("1 of 3 events were not acknowledged: ");

        http.kafka.refusing(record -> false);
        assertThat(http.post("/v1/events", other).statusCode()).isEqualTo(200);
    }

    // ---- rules

    @Test
    void shouldPutRulesAndSayWhatChanges() throws Exception {
        JsonNode dry = JSON.readTree(
                send("PUT", "/v1/rules?dryRun=true", "application/yaml", RULES).body());
        assertThat(dry.at("/changes/0/change").textValue()).isEqualTo("added");
        assertThat(http.kafka.published()).isEmpty();

        HttpResponse<String> put = send("PUT", "/v1/rules?note=why", "application/yaml", RULES);
        assertThat(put.statusCode()).isEqualTo(200);
        JsonNode change = JSON.readTree(put.body()).at("/changes/0");
        assertThat(change.get("version").intValue()).isZero();
        assertThat(change.get("judgesFrom").textValue()).isEqualTo("2026-11-20T08:00:02Z");
        assertThat(change.get("differences").toString()).contains("+ when: \\\"number_of_calls_this_week > 5\\\"");
        ProducerRecord<byte[], byte[]> version = published(TOPICS.rules()).get(0);
        assertThat(text(version.headers().lastHeader(RuleRecords.BY).value())).isEqualTo("aim");
        assertThat(text(version.headers().lastHeader(RuleRecords.NOTE).value())).isEqualTo("why");

        JsonNode shown = JSON.readTree(http.get("/v1/rules/many").body());
        assertThat(shown.get("yaml").textValue())
                .startsWith("- id: \"many\"\n")
                .contains("number_of_calls_this_week > 5");
        assertThat(shown.get("note").textValue()).isEqualTo("why");
        assertThat(http.get("/v1/rules/few").statusCode()).isEqualTo(404);

        JsonNode again =
                JSON.readTree(send("PUT", "/v1/rules", "text/plain", RULES).body());
        assertThat(again.at("/changes/0/change").textValue()).isEqualTo("unchanged");
        assertThat(published(TOPICS.rules())).hasSize(1);
    }

    @Test
    void shouldDeleteARule() throws Exception {
        send("PUT", "/v1/rules", "application/yaml", RULES);
        assertThat(send("DELETE", "/v1/rules/few", "text/plain", "").statusCode())
                .isEqualTo(404);
        HttpResponse<String> deleted = send("DELETE", "/v1/rules/many", "text/plain", "");
        assertThat(JSON.readTree(deleted.body()).at("/changes/0/change").textValue())
                .isEqualTo("deleted");
        assertThat(published(TOPICS.rules()).get(1).value()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        - {id: many, when: calls > 5}                           | rules, line 1, column 20: There is no field
        - {id: a b, when: true}                                 | is no id
        - {id: a, when: true, action: {topic: x, key: event.cost, event: {a: event.cost}}}     | The job may not write events to topic 'x'
        """)
    void shouldRefuseRulesWithTheSentenceOfTheCommand(String yaml, String said) throws Exception {
        HttpResponse<String> answer = send("POST", "/v1/rules/check", "application/yaml", yaml);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(error(answer)).contains(said);
        assertThat(send("PUT", "/v1/rules", "application/yaml", yaml).statusCode())
                .isEqualTo(400);
        assertThat(http.kafka.published()).isEmpty();
    }

    @Test
    void shouldSayForWhomARuleIsTrue() throws Exception {
        assertThat(send("POST", "/v1/rules/check", "application/yaml", RULES).body())
                .isEqualTo("{\"rules\":[\"many\"]}");
        String both = RULES + "- {id: dear, when: event.cost > 100}\n";
        JsonNode preview = JSON.readTree(
                send("POST", "/v1/rules/preview", "application/yaml", both).body());
        assertThat(preview.get("rules").toString())
                .isEqualTo("[{\"rule\":\"many\",\"entities\":5,\"examples\":"
                        + "[{\"key\":\"7\",\"message\":\"Rule many fired for 7.\"}]}]");
        assertThat(preview.at("/leftOut/0").textValue()).contains("'dear' needs an event");
    }

    @Test
    void shouldTestRulesWithPastEvents() throws Exception {
        FakeTopic events = new FakeTopic(1);
        long nowMs = System.currentTimeMillis();
        for (int i = 0; i < 8; i++) {
            String event = EVENT.replace("1795132800000", Long.toString(nowMs - 60_000 + i));
            events.add(
                    0,
                    nowMs - 60_000 + i,
                    "7".getBytes(StandardCharsets.UTF_8),
                    event.getBytes(StandardCharsets.UTF_8));
        }
        http.kafka.withRecords(TOPICS.events(), events);
        HttpResponse<String> answer = send("POST", "/v1/rules/backtest?from=1h&alone=true", "application/yaml", RULES);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode tested = JSON.readTree(answer.body());
        assertThat(tested.at("/rules/0/firings").intValue()).isEqualTo(3);
        assertThat(tested.at("/events/read").intValue()).isEqualTo(8);
        assertThat(send("POST", "/v1/rules/backtest", "application/yaml", RULES).statusCode())
                .isEqualTo(400);
    }

    // ---- who may

    @ParameterizedTest
    @EnumSource(Permission.class)
    void shouldLetATokenDoWhatItIsForAlone(Permission may) throws Exception {
        User ada = TestHttp.user("ada", OptionalInt.empty(), Set.of());
        String secret = AccessToken.newSecret(new SecureRandom());
        Users users = Users.none().with(ada).with(AccessToken.of("one", secret, "ada", null, Set.of(may)));
        try (TestHttp limited = new TestHttp(() -> Optional.of(users), Duration.ofSeconds(60))) {
            limited.job.reports = TopicsApiTest::report;
            Map<Permission, Integer> statuses = Map.of(
                    Permission.ASK,
                            limited.plain("/v1/schema", "Bearer " + secret).statusCode(),
                    Permission.OPERATE,
                            limited.plain("/v1/topics", "Bearer " + secret).statusCode(),
                    Permission.PUBLISH, limited.sent("POST", "/v1/events", "Bearer " + secret, EVENT),
                    Permission.RULES, limited.sent("PUT", "/v1/rules", "Bearer " + secret, RULES));
            assertThat(statuses)
                    .as("an export has to be asked, too")
                    .isEqualTo(Arrays.stream(Permission.values())
                            .filter(each -> each != Permission.EXPORT)
                            .collect(Collectors.toMap(each -> each, each -> each == may ? 200 : 403)));
        }
    }

    @Test
    void shouldKeepAlertsAndRulesFromUsersWithHiddenColumns() throws Exception {
        User bea = TestHttp.user("bea", OptionalInt.empty(), Set.of("city"));
        String secret = AccessToken.newSecret(new SecureRandom());
        Users users =
                Users.none().with(bea).with(AccessToken.of("all", secret, "bea", null, Set.of(Permission.values())));
        try (TestHttp limited = new TestHttp(() -> Optional.of(users), Duration.ofSeconds(60))) {
            for (String path : List.of("/v1/alerts", "/v1/alerts/stream", "/v1/dead-letters", "/v1/model")) {
                assertThat(limited.plain(path, "Bearer " + secret).statusCode())
                        .as(path)
                        .isEqualTo(403);
            }
            assertThat(limited.sent("POST", "/v1/rules/preview", "Bearer " + secret, RULES))
                    .isEqualTo(403);
            String call =
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"preview_rule\","
                            + "\"arguments\":{\"rules\":\"- {id: a, when: true}\"}}}";
            HttpResponse<String> preview =
                    limited.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + limited.port() + "/mcp"))
                            .header("Authorization", "Bearer " + secret)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(call)));
            assertThat(preview.body()).contains("\"isError\":true", "42501: Columns are hidden");
        }
    }

    // ---- alerts

    private static String alert(String rule, int key) {
        return "{\"alertId\":\"" + rule + "-" + key + "\",\"rule\":\"" + rule + "\",\"state\":\"firing\",\"key\":\""
                + key + "\",\"values\":{\"cost\":12.50}}";
    }

    private void fire(String rule, int... keys) {
        IntStream.of(keys).forEach(key -> http.kafka
                .records(TOPICS.alerts())
                .add(0, 1_795_132_800_000L + key, null, alert(rule, key).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldListTheNewestAlerts() throws Exception {
        fire("many", 1, 2, 3);
        fire("dear", 4);
        JsonNode all = JSON.readTree(http.get("/v1/alerts").body());
        assertThat(all.get("alerts")).hasSize(4);
        assertThat(all.at("/alerts/0/time").textValue()).isEqualTo("2026-11-20T00:00:00.001Z");
        assertThat(http.get("/v1/alerts?last=1").body()).contains("\"values\":{\"cost\":12.50}");
        assertThat(all.get("next").textValue()).isEqualTo("0-4");
        JsonNode two = JSON.readTree(http.get("/v1/alerts?rule=many&last=2").body());
        assertThat(two.get("alerts"))
                .extracting(each -> each.get("key").textValue())
                .containsExactly("2", "3");
        assertThat(http.get("/v1/alerts?last=0").statusCode()).isEqualTo(400);
        assertThat(error(http.get("/v1/alerts?state=open"))).startsWith("state=open is none. ");
    }

    @Test
    void shouldStreamAlertsThatAreWantedAndGoOnBehindTheLast() throws Exception {
        fire("many", 1);
        try (EventStream stream = new EventStream(http, http.bearer(), "/v1/alerts/stream?rule=dear", null)) {
            assertThat(stream.awaitBeginning()).isTrue();
            fire("many", 2);
            fire("dear", 3);
            assertThat(stream.next("alert")).contains("\"alertId\":\"dear-3\"");
            assertThat(stream.id()).isEqualTo("0-3");
        }
        try (EventStream again = new EventStream(http, http.bearer(), "/v1/alerts/stream", "0-2")) {
            assertThat(again.next("alert")).contains("\"alertId\":\"dear-3\"");
            fire("many", 4);
            assertThat(again.next("alert")).contains("\"alertId\":\"many-4\"");
        }
        assertThat(http.send(http.request("/v1/alerts/stream").header("Last-Event-ID", "x~0-1"))
                        .statusCode())
                .isEqualTo(400);
    }

    /** Who comes back misses none, though none came that it wanted. */
    @Test
    void shouldSayUpToWhereNoAlertWasWanted() throws Exception {
        fire("many", 1, 2);
        try (EventStream stream = new EventStream(http, http.bearer(), "/v1/alerts/stream?rule=dear", null)) {
            assertThat(stream.nextId()).isEqualTo("0-2");
        }
        fire("dear", 3);
        try (EventStream again = new EventStream(http, http.bearer(), "/v1/alerts/stream?rule=dear", "0-2")) {
            assertThat(again.next("alert")).contains("\"alertId\":\"dear-3\"");
        }
    }

    @Test
    void shouldSayThatAlertsAreOfAnotherTopic() throws Exception {
        fire("many", 1);
        try (EventStream stream = new EventStream(http, http.bearer(), "/v1/alerts/stream", "0-99")) {
            assertThat(stream.next("missed")).contains("another one than before");
            assertThat(stream.next("alert")).contains("\"alertId\":\"many-1\"");
            assertThat(stream.id()).isEqualTo("0-1");
        }
    }

    @Test
    void shouldLogWhoLooksAtAlerts() throws Exception {
        http.get("/v1/alerts");
        try (EventStream stream = new EventStream(http, http.bearer(), "/v1/alerts/stream", null)) {
            assertThat(stream.awaitBeginning()).isTrue();
        }
        assertThat(http.sql("SELECT query FROM aim.queries").get("rows").toString())
                .contains("[\"GET /v1/alerts\"]", "[\"GET /v1/alerts/stream\"]");
    }

    // ---- places

    @Test
    void shouldAnswerQuickCallsWhileAllOtherPlacesAreTaken() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        for (int i = 0; i < TestHttp.CALLS; i++) {
            waiting.add(http.later("/v1/sql", "SELECT " + FakeJob.UNANSWERED + ", count(*) FROM subscribers"));
        }
        assertThat(Waiting.until(() -> http.running() == TestHttp.CALLS, Duration.ofSeconds(60), 10))
                .isTrue();
        assertThat(http.get("/v1/schema").statusCode()).isEqualTo(429);
        assertThat(http.get("/health/live").statusCode()).isEqualTo(200);
        assertThat(http.get("/v1/entities/7").statusCode()).isEqualTo(200);
        for (int i = 1; i <= TestHttp.CALLS; i++) {
            http.cancelAll();
        }
        for (CompletableFuture<HttpResponse<String>> each : waiting) {
            assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(408);
        }
    }

    // ---- operation

    @Test
    void shouldShowFaultsTopicsAndDeadLetters() throws Exception {
        http.kafka.withDeadLetters(new FakeTopic(1).add(0, "the value is no JSON", "oops"));
        JsonNode letters = JSON.readTree(http.get("/v1/dead-letters").body());
        assertThat(letters.at("/deadLetters/0/reason").textValue()).isEqualTo("the value is no JSON");
        assertThat(letters.at("/deadLetters/0/value").textValue()).isEqualTo("oops");
        assertThat(JSON.readTree(http.get("/v1/topics").body()).get("topics")).hasSize(7);
        JsonNode doctor = JSON.readTree(http.get("/v1/doctor").body());
        assertThat(doctor.get("healthy").isBoolean()).isTrue();
        assertThat(doctor.get("findings"))
                .extracting(each -> each.get("check").textValue())
                .contains("java", "job");
        assertThat(JSON.readTree(http.get("/v1/pulse").body()).get("flink").isNull())
                .isTrue();
    }
}
