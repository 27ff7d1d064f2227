package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.gateway.session.FakeJob;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Two jobs behind the HTTP port: {@code calls}, the first, has subscribers, and {@code shop} cards. */
class SeveralJobsHttpTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FakeJob shop = FakeJob.of("payments");
    private TestHttp http;

    @BeforeEach
    void start() throws IOException {
        http = TestHttp.with(Map.of("shop", shop));
    }

    @AfterEach
    void stop() {
        http.close();
    }

    private HttpResponse<String> sql(String statement, String... headers) throws Exception {
        HttpRequest.Builder request = http.request("/v1/sql")
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(statement));
        return http.send(headers.length == 0 ? request : request.headers(headers));
    }

    private JsonNode tool(String name, String arguments) throws Exception {
        HttpResponse<String> answer = http.post(
                "/mcp",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + name
                        + "\",\"arguments\":" + arguments + "}}");
        return JSON.readTree(
                JSON.readTree(answer.body()).at("/result/content/0/text").textValue());
    }

    @Test
    void shouldAnswerOverBoth() throws Exception {
        HttpResponse<String> answer =
                sql("SELECT count(*) AS n FROM subscribers s JOIN shop.cards c ON c.card_id = s.subscriber_id");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(JSON.readTree(answer.body()).at("/rows/0/0").asInt()).isEqualTo(8);
    }

    /** Of each job, because their topics have nothing to do with each other. */
    @Test
    void shouldSayWhichEventsOfEachJobAnAnswerHas() throws Exception {
        http.job.answersUpTo(50);
        shop.answersUpTo(7);
        String progress = sql("SELECT (SELECT count(*) FROM subscribers) + (SELECT count(*) FROM shop.cards)")
                .headers()
                .firstValue("Aim-Progress")
                .orElseThrow();
        assertThat(progress).isEqualTo("a~0-50,shop:a~0-7");
        for (String seen : new String[] {progress, "shop:0-6"}) {
            HttpResponse<String> answer = sql("SELECT count(*) FROM shop.cards", "Aim-Freshness", seen);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
        assertThat(sql("SELECT 1", "Aim-Freshness", "no name:0-6").statusCode()).isEqualTo(400);
        assertThat(shop.lastAwaited())
                .as("what was published, and no answer had")
                .isEqualTo("{0=6}");
    }

    @Test
    void shouldLookAnEntityOfANamedJobUp() throws Exception {
        assertThat(http.get("/v1/entities/1?job=shop&columns=tier").body()).contains("gold");
        assertThat(http.get("/v1/entities/1?columns=subscriber_id").body()).contains("[1]");
        assertThat(http.get("/v1/model?job=shop").body()).contains("model: payments");
        HttpResponse<String> unknown = http.get("/v1/entities/1?job=shops");
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("There is no job \\\"shops\\\". Did you mean 'shop'?");
    }

    @Test
    void shouldListTheTablesOfBoth() throws Exception {
        JsonNode tables = JSON.readTree(http.get("/v1/schema").body()).get("tables");
        assertThat(tables.findValuesAsText("name")).contains("subscribers", "shop.cards", "shop.regions");
        assertThat(tables.get(0).get("name").textValue()).isEqualTo("subscribers");
    }

    @Test
    void shouldTellAnAgentOfBoth() throws Exception {
        JsonNode described = tool("describe", "{\"table\":\"shop.cards\",\"contains\":\"tier\"}");
        assertThat(described.at("/tables/shop.cards/tier").textValue()).startsWith("text");
        assertThat(described.at("/values/tier").size()).isEqualTo(3);
        assertThat(tool("ask", "{\"statement\":\"SELECT count(*) FROM subscribers, shop.cards\"}")
                        .at("/rows/0/0")
                        .asInt())
                .isEqualTo(80);
    }

    @Test
    void shouldBeReadyWhileOneAnswers() throws Exception {
        shop.isSilent = true;
        sql("SELECT count(*) FROM subscribers");
        assertThat(http.get("/health/ready").statusCode()).isEqualTo(200);
    }
}
