package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.session.FakeJob;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class HttpApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();
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

    @Test
    void shouldAnswerAStatementWithItsMoment() throws Exception {
        JsonNode answer =
                http.sql("SELECT subscriber_id, number_of_calls_this_week FROM subscribers WHERE subscriber_id = 7");
        assertThat(answer.get("columns").toString())
                .isEqualTo("[{\"name\":\"subscriber_id\",\"type\":\"bigint\"},"
                        + "{\"name\":\"number_of_calls_this_week\",\"type\":\"bigint\"}]");
        assertThat(answer.get("rows").toString()).isEqualTo("[[7,7]]");
        assertThat(answer.has("asOf")).isTrue();
        assertThat(answer.get("timings").has("scanMicros")).isTrue();
    }

    @Test
    void shouldReadParametersByTheTypesOfTheStatement() throws Exception {
        HttpResponse<String> answer = http.post(
                "/v1/sql",
                "{\"statement\":\"SELECT $1::bigint, $2::numeric, $3::text, $4::boolean, $5::int[]\","
                        + "\"parameters\":[9007199254740993,12.50,null,true,\"{1,2}\"]}");
        assertThat(answer.body()).contains("\"rows\":[[\"9007199254740993\",12.50,null,true,[1,2]]]");
    }

    /** A program that reads doubles has the digits of each number, or a text. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        9007199254740992::bigint    | 9007199254740992           | '"9007199254740992"'
        9007199254740993::bigint    | '"9007199254740993"'       | '"9007199254740993"'
        '-9223372036854775808'::bigint | '"-9223372036854775808"' | '"-9223372036854775808"'
        0.1::float8                 | 0.1                        | '"0.1"'
        'NaN'::float8               | '"NaN"'                    | '"NaN"'
        123456789.123450            | 123456789.123450           | '"123456789.123450"'
        1234567890.1234567          | '"1234567890.1234567"'     | '"1234567890.1234567"'
        7::smallint                 | 7                          | '"7"'
        DATE '2026-11-18'           | '"2026-11-18"'             | '"2026-11-18"'
        ARRAY[1.5, NULL]            | '[1.5,null]'               | '["1.5",null]'
        false                       | false                      | false
        """)
    void shouldSendWhatADoubleKeepsAsANumber(String expression, String usual, String asTexts) throws Exception {
        String body = "{\"statement\":\"SELECT " + expression + "\"}";
        assertThat(http.post("/v1/sql", body).body()).contains("\"rows\":[[" + usual + "]]");
        assertThat(http.post("/v1/sql?numbers=text", body).body()).contains("\"rows\":[[" + asTexts + "]]");
    }

    @Test
    void shouldSendLinesAndCsvAsTheClientAccepts() throws Exception {
        String statement = "SELECT 1 AS a, 'x,\"y' AS b UNION ALL SELECT NULL, '' ORDER BY 1";
        assertThat(accepted("application/x-ndjson", statement))
                .isEqualTo("{\"a\":1,\"b\":\"x,\\\"y\"}\n{\"a\":null,\"b\":\"\"}\n");
        assertThat(accepted("text/csv", statement)).isEqualTo("a,b\n1,\"x,\"\"y\"\n,\"\"\n");
        assertThat(accepted("application/x-ndjson", "SELECT 1 AS a, 2 AS a")).contains("Name them with AS.");
    }

    @Test
    void shouldSendMoreRowsThanAnAnswerHasWhereOneComesAfterTheOther() throws Exception {
        http.job.answersSoMany(3);
        String statement = "SELECT subscriber_id AS id FROM subscribers";
        List<Integer> all =
                IntStream.rangeClosed(1, FakeJob.SUBSCRIBERS).boxed().toList();
        assertThat(accepted("text/csv", statement).lines()).first().isEqualTo("id");
        assertThat(accepted("text/csv", statement).lines().skip(1).map(Integer::valueOf))
                .containsExactlyInAnyOrderElementsOf(all);
        assertThat(accepted("application/x-ndjson", statement).lines())
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(id -> "{\"id\":" + id + "}").toList());
        assertThat(accepted("application/vnd.apache.arrow.stream", statement)).contains("id");
        assertThat(accepted("application/json", statement)).contains("54000", "The answer has more than 3 rows.");
        assertThat(accepted("text/csv", statement + " ORDER BY 1")).contains("54000", "can be exported");
    }

    private String accepted(String type, String statement) throws Exception {
        return http.send(http.request("/v1/sql")
                        .header("Accept", type)
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString(statement)))
                .body();
    }

    @Test
    void shouldSayWhereAStatementIsWrong() throws Exception {
        HttpResponse<String> answer =
                http.post("/v1/sql", "{\"statement\":\"SELECT number_of_cals_this_week FROM subscribers\"}");
        assertThat(answer.statusCode()).isEqualTo(400);
        JsonNode error = JSON.readTree(answer.body()).get("error");
        assertThat(error.get("sqlState").textValue()).isEqualTo("42703");
        assertThat(error.get("message").textValue()).contains("number_of_calls_this_week");
        assertThat(error.get("position").intValue()).isEqualTo(8);
        HttpResponse<String> explained =
                http.post("/v1/explain", "{\"statement\":\"SELECT number_of_cals_this_week FROM subscribers\"}");
        assertThat(JSON.readTree(explained.body()).at("/error/position").intValue())
                .isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {                                              | 400 | The body is no JSON
        []                                             | 400 | The body is no object of JSON
        {"statment":"SELECT 1"}                        | 400 | statement
        {"parameters":[]}                              | 400 | The body has no text "statement"
        {"statement":"SELECT 1","statement":"SELECT 2"} | 400 | The body is no JSON
        {"statement":""}                               | 400 | A statement is missing
        {"statement":"SELECT 1; SELECT 2"}             | 400 | The text has more than 1 statements
        {"statement":"BEGIN"}                          | 400 | The statement returns no rows
        {"statement":"COPY (SELECT 1) TO STDOUT"}      | 400 | The statement returns no rows
        {"statement":"SELECT $1::int"}                 | 400 | has 1 parameters, and 0 values are given
        {"statement":"SELECT $1::int","parameters":["x"]} | 400 | (parameter $1)
        {"statement":"SELECT 1","parameters":[[1]]}    | 400 | is an array or an object
        {"statement":"SELECT 1","timeout":"soon"}      | 400 | statement_timeout
        {"statement":"SELECT pg_sleep(9)","timeout":1} | 408 | statement timeout
        {"statement":"SELECT pg_cancel_backend(4711)"}    | 200 | false
        """)
    void shouldSayWhatIsWrongWithABody(String body, int status, String message) throws Exception {
        HttpResponse<String> answer = http.post("/v1/sql", body);
        assertThat(answer.statusCode()).isEqualTo(status);
        if (status == 200) {
            assertThat(answer.body()).contains(message);
        } else {
            assertThat(JSON.readTree(answer.body()).at("/error/message").textValue())
                    .contains(message);
        }
    }

    @Test
    void shouldRefuseABodyThatIsTooLargeOrTooDeep() throws Exception {
        assertThat(http.post("/v1/sql", "{\"statement\":\"" + "x".repeat(10 << 20) + "\"}")
                        .statusCode())
                .isEqualTo(413);
        assertThat(http.post("/v1/sql", "{\"parameters\":" + "[".repeat(100_000))
                        .statusCode())
                .isEqualTo(400);
        HttpResponse<String> wide = http.post("/v1/sql", "{\"parameters\":[" + "[],".repeat(1_000_000) + "1]}");
        assertThat(wide.statusCode()).isEqualTo(400);
        assertThat(wide.body()).contains("The body is nested deeper than 16 levels, or has more than 300000 values");
    }

    @Test
    void shouldCompressForClientsThatReadIt() throws Exception {
        assertThat(encoded("gzip")).contains("gzip");
        assertThat(encoded("br, gzip;q=0.5")).contains("gzip");
        assertThat(encoded("gzip;q=0, identity")).isEmpty();
        assertThat(encoded("identity")).isEmpty();
    }

    private Optional<String> encoded(String accepted) throws Exception {
        return http.send(http.request("/v1/schema").header("Accept-Encoding", accepted))
                .headers()
                .firstValue("Content-Encoding");
    }

    @Test
    void shouldAnswerTheHeadAlone() throws Exception {
        HttpResponse<String> head =
                http.send(http.request("/v1/schema").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("ETag")).isPresent();
        assertThat(http.send(http.request("/v1/watch?sql=SELECT+1").method("HEAD", HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void shouldAnswerClientsOfTheFirstVersion() throws Exception {
        String answer =
                http.raw("GET /v1/schema HTTP/1.0\r\nHost: localhost\r\nAuthorization: " + http.bearer() + "\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200 ").contains("\"tables\":");
    }

    @Test
    void shouldLookUpAnEntity() throws Exception {
        HttpResponse<String> answer = http.get("/v1/entities/7?columns=subscriber_id,number_of_calls_this_week");
        assertThat(answer.body()).contains("\"rows\":[[7,7]]");
        assertThat(http.get("/v1/entities/7").body()).contains("number_of_calls_this_week");
        assertThat(http.get("/v1/entities/4711").statusCode()).isEqualTo(404);
        assertThat(http.get("/v1/entities/x").statusCode()).isEqualTo(400);
        assertThat(http.get("/v1/entities/7?columns=zip;").statusCode()).isEqualTo(400);
    }

    @Test
    void shouldShowTheSchemaAndWhetherItIsTheSame() throws Exception {
        HttpResponse<String> answer = http.get("/v1/schema");
        assertThat(answer.body())
                .contains(
                        "{\"name\":\"number_of_calls_this_week\",\"type\":\"bigint\",\"kept\":true,"
                                + "\"otherNames\":[\"total_number_of_calls_this_week\"],"
                                + "\"description\":\"Number of calls this week\"}",
                        "\"description\":\"Lowest duration of local calls this day\",\"unit\":\"s\"}");
        String tag = answer.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> same = http.send(http.request("/v1/schema").header("If-None-Match", tag));
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
    }

    @Test
    void shouldEndAStatementOfAnotherCall() throws Exception {
        CompletableFuture<HttpResponse<String>> running = CompletableFuture.supplyAsync(() -> {
            try {
                return http.post(
                        "/v1/sql",
                        "{\"statement\":\"SELECT count(*) FROM subscribers WHERE subscriber_id > " + FakeJob.UNANSWERED
                                + "\"}");
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
        assertThat(Waiting.until(() -> http.job.isAsked() && http.job.questions() > 0, DEADLINE))
                .isTrue();
        JsonNode queries = JSON.readTree(http.get("/v1/queries").body()).get("rows");
        String id = "";
        for (JsonNode row : queries) {
            if (row.get(4).textValue().equals("running") && row.toString().contains(FakeJob.UNANSWERED)) {
                id = row.get(0).asText();
            }
        }
        assertThat(http.send(http.request("/v1/queries/" + id).DELETE()).statusCode())
                .isEqualTo(204);
        HttpResponse<String> ended = running.get();
        assertThat(ended.body()).contains("canceling statement due to user request");
        assertThat(http.send(http.request("/v1/queries/" + id).DELETE()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void shouldSayThatTheJobIsReadyAndHowItIs() throws Exception {
        assertThat(Waiting.until(() -> status("/health/ready") == 200, DEADLINE))
                .isTrue();
        assertThat(status("/health/live")).isEqualTo(200);
        JsonNode pulse = JSON.readTree(http.get("/v1/pulse").body());
        assertThat(pulse.get("ready").booleanValue()).isTrue();
        assertThat(http.get("/metrics").body()).contains("aim_gateway_ready 1\n");
    }

    @Test
    void shouldShowTheModel() throws Exception {
        String yaml = http.get("/v1/model").body();
        assertThat(yaml).contains("\nmodel: ");
        JsonNode model = JSON.readTree(http.send(http.request("/v1/model").header("Accept", "application/json"))
                .body());
        assertThat(model.get("yaml").textValue()).isEqualTo(yaml);
        assertThat(model.at("/entity/name").textValue()).isEqualTo("subscriber");
        assertThat(model.at("/examples/0").textValue()).isEqualTo("SELECT count(*) FROM subscribers");
    }

    /** Strangers see the addresses, and who may ask what the columns mean. */
    @Test
    void shouldDescribeTheColumnsToWhoMayAsk() throws Exception {
        assertThat(Waiting.until(() -> status("/health/ready") == 200, DEADLINE))
                .isTrue();
        String calls = "/components/schemas/Row/properties/number_of_calls_this_week";
        JsonNode known = JSON.readTree(http.get("/v1/openapi.json").body());
        assertThat(known.at(calls + "/description").textValue()).isEqualTo("Number of calls this week");
        assertThat(known.at(calls + "/type").toString()).isEqualTo("[\"number\",\"string\",\"null\"]");
        assertThat(known.at("/components/schemas/Row/properties/total_cost_this_week/x-unit")
                        .textValue())
                .isEqualTo("USD");
        HttpRequest.Builder stranger =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/v1/openapi.json"));
        assertThat(JSON.readTree(http.send(stranger).body()).at(calls).isMissingNode())
                .isTrue();
        assertThat(http.plain("/v1/openapi.json", "Bearer aim_x").statusCode()).isEqualTo(401);
    }

    private int status(String path) {
        try {
            return http.get(path).statusCode();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void shouldSayThatTheJobDoesNotAnswer() throws Exception {
        http.job.isSilent = true;
        HttpResponse<String> answer =
                http.post("/v1/sql", "{\"statement\":\"SELECT count(*) FROM subscribers\",\"timeout\":\"100ms\"}");
        assertThat(answer.statusCode()).isIn(408, 503);
        assertThat(answer.headers().map()).containsKey("content-type");
    }

    @Test
    void shouldRefuseAProgressThatTheTopicHasNot() throws Exception {
        HttpResponse<String> answer = http.send(count().header("Aim-Freshness", "0-56"));
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("the topic of events ends at 55");
        assertThat(http.send(count().header("Aim-Freshness", "7-1")).statusCode())
                .isEqualTo(409);
    }

    /** What a client has seen stays seen, whichever gateway it asks next. */
    @Test
    void shouldDemandTheProgressOfAnEarlierAnswer() throws Exception {
        HttpResponse<String> answer = http.send(count().header("Aim-Freshness", "0-41"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(http.job.lastAwaited()).isEqualTo("{0=41}");
        assertThat(http.send(count().header("Aim-Freshness", "now")).statusCode())
                .isEqualTo(200);
        assertThat(http.job.lastAwaited()).isEqualTo("{0=55}");
        assertThat(http.send(count().header("Aim-Freshness", "yesterday")).statusCode())
                .isEqualTo(400);
    }

    private HttpRequest.Builder count() {
        return http.request("/v1/sql")
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("SELECT count(*) FROM subscribers"));
    }

    @Test
    void shouldBeDescribedToPrograms() throws Exception {
        JsonNode document = JSON.readTree(http.get("/v1/openapi.json").body());
        List<String> described = new ArrayList<>();
        document.get("paths").properties().forEach(path -> path.getValue()
                .properties()
                .forEach(method -> described.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey() + " "
                        + queryOf(method.getValue(), document))));
        assertThat(described).containsExactlyInAnyOrderElementsOf(http.routes());
    }

    /** The parameters that an address may have. */
    private static Set<String> queryOf(JsonNode method, JsonNode document) {
        Set<String> names = new TreeSet<>();
        for (JsonNode each : method.path("parameters")) {
            JsonNode parameter =
                    each.has("$ref") ? document.at(each.get("$ref").textValue().substring(1)) : each;
            if (parameter.get("in").textValue().equals("query")) {
                names.add(parameter.get("name").textValue());
            }
        }
        return names;
    }

    @Test
    void shouldAnswerBesideClientsThatSendHalfARequest() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                Socket socket = new Socket("127.0.0.1", http.port());
                socket.getOutputStream().write("GET /v1/schema HTT".getBytes(StandardCharsets.US_ASCII));
                silent.add(socket);
            }
            assertThat(status("/health/live")).isEqualTo(200);
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }
}
