package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** What agents say and hear by the Model Context Protocol, in both revisions. */
class McpTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private TestHttp http;

    @BeforeEach
    void start() throws IOException {
        http = TestHttp.start();
    }

    @AfterEach
    void close() {
        http.close();
    }

    private HttpResponse<String> post(String message, String... headers) throws Exception {
        HttpRequest.Builder request = http.request("/mcp")
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(message));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return http.send(request);
    }

    private static String message(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private JsonNode result(String method, String params) throws Exception {
        return JSON.readTree(post(message(method, params)).body()).get("result");
    }

    /** What a tool answers. */
    private static JsonNode said(JsonNode result) throws IOException {
        assertThat(result.get("isError").booleanValue()).isFalse();
        return JSON.readTree(result.at("/content/0/text").textValue());
    }

    private JsonNode call(String tool, String arguments) throws Exception {
        return result("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    @ParameterizedTest
    @CsvSource({"2025-11-25, 2025-11-25", "2025-06-18, 2025-06-18", "2026-07-28, 2025-11-25", "1999-01-01, 2025-11-25"})
    void shouldShakeHandsInTheRevisionsThatDo(String wanted, String agreed) throws Exception {
        JsonNode result = result("initialize", "{\"protocolVersion\":\"" + wanted + "\",\"capabilities\":{}}");
        assertThat(result.get("protocolVersion").textValue()).isEqualTo(agreed);
        assertThat(result.at("/serverInfo/name").textValue()).isEqualTo("aim-on-flink");
        HttpResponse<String> taken = post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(taken.statusCode()).isEqualTo(202);
        assertThat(taken.body()).isEmpty();
        assertThat(result("ping", "{}").toString()).isEqualTo("{}");
    }

    @Test
    void shouldBeDiscoveredWithoutAHandshake() throws Exception {
        HttpResponse<String> answer = post(
                message("server/discover", "{" + META + "}"),
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "server/discover");
        JsonNode result = JSON.readTree(answer.body()).get("result");
        assertThat(result.get("supportedVersions").toString()).startsWith("[\"2026-07-28\",\"2025-11-25\"");
        assertThat(result.get("resultType").textValue()).isEqualTo("complete");
        assertThat(result.get("cacheScope").textValue()).isEqualTo("private");
        assertThat(result.at("/_meta/io.modelcontextprotocol~1serverInfo/name").textValue())
                .isEqualTo("aim-on-flink");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        2026-07-28 | tools/list | describe | 400 | -32020
        2026-07-28 | tools/call | ask      | 400 | -32020
        2025-11-25 | tools/call | describe | 400 | -32020
        1999-01-01 | tools/call | describe | 400 | -32022
        2026-07-28 | tools/call | describe | 200 |
        2026-07-28 | tools/call | =?base64?ZGVzY3JpYmU=?= | 200 |
        """)
    void shouldRefuseHeadersThatSaySomethingElse(String revision, String method, String name, int status, Integer code)
            throws Exception {
        HttpResponse<String> answer = post(
                message("tools/call", "{\"name\":\"describe\",\"arguments\":{}," + META + "}"),
                "MCP-Protocol-Version",
                revision,
                "Mcp-Method",
                method,
                "Mcp-Name",
                name);
        assertThat(answer.statusCode()).isEqualTo(status);
        JsonNode body = JSON.readTree(answer.body());
        if (code == null) {
            assertThat(body.at("/result/resultType").textValue()).isEqualTo("complete");
        } else {
            assertThat(body.at("/error/code").intValue()).isEqualTo(code);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}
        {"_meta":{}}
        {"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}
        {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}
        """)
    void shouldRefuseRequestsThatDoNotSayWhatEachHasTo(String params) throws Exception {
        HttpResponse<String> answer =
                post(message("tools/list", params), "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).at("/error/code").intValue()).isEqualTo(-32602);
    }

    @Test
    void shouldListItsTools() throws Exception {
        JsonNode tools = result("tools/list", "{}").get("tools");
        assertThat(tools.findValuesAsText("name"))
                .containsExactly("describe", "ask", "entity", "alerts", "preview_rule", "put_shadow");
        assertThat(tools.get(1).at("/inputSchema/required").toString()).isEqualTo("[\"statement\"]");
        assertThat(tools.get(1).at("/annotations/readOnlyHint").booleanValue()).isTrue();
    }

    @Test
    void shouldTryARuleAndLetItCountInTheShadow() throws Exception {
        http.job.reports = TopicsApiTest::report;
        String rules = "{\"rules\":\"- {id: many, when: number_of_calls_this_week > 5}\"}";
        assertThat(said(call("preview_rule", rules)).at("/rules/0/entities").intValue())
                .isEqualTo(5);
        assertThat(said(call("put_shadow", rules)).at("/changes/0/differences").toString())
                .contains("+ shadow: true");
        http.send(http.request("/v1/rules").PUT(HttpRequest.BodyPublishers.ofString("- {id: real, when: true}")));
        JsonNode real = call("put_shadow", "{\"rules\":\"- {id: real, when: false}\"}");
        assertThat(real.at("/content/0/text").textValue()).startsWith("42501: Rule real is real");
        JsonNode wrong = call("preview_rule", "{\"rules\":\"- {id: many, when: calls > 5}\"}");
        assertThat(wrong.get("isError").booleanValue()).isTrue();
        assertThat(wrong.at("/content/0/text").textValue())
                .startsWith("22023: rules, line 1, column 20: There is no field");
    }

    @Test
    void shouldShowAlerts() throws Exception {
        http.kafka.records("aim.alerts.v1").add(0, 0, null, "{\"rule\":\"many\",\"key\":\"7\"}".getBytes(UTF_8));
        assertThat(said(call("alerts", "{\"rule\":\"many\"}")).toString())
                .isEqualTo("{\"alerts\":[{\"time\":\"1970-01-01T00:00:00Z\",\"rule\":\"many\",\"key\":\"7\"}]}");
        assertThat(said(call("alerts", "{\"rule\":\"few\"}")).get("alerts")).isEmpty();
        assertThat(refused("alerts", "{\"state\":\"open\"}"))
                .startsWith("\"state\" is none of [\"firing\",\"resolved\"].");
    }

    @Test
    void shouldDescribeWhatCanBeAsked() throws Exception {
        JsonNode all = said(call("describe", "{}"));
        assertThat(all.get("tables").has("subscribers") || all.get("tables").size() > 0)
                .isTrue();
        assertThat(all.get("leftOut").textValue()).contains("are left out");
        JsonNode some = said(call("describe", "{\"contains\":\"calls_this_week\"}"));
        assertThat(some.toString()).contains("\"number_of_calls_this_week\":\"bigint. Number of calls this week\"");
        JsonNode table = said(call("describe", "{\"table\":\"subscribers\",\"contains\":\"c\"}"));
        assertThat(table.at("/values").isObject()).isTrue();
        assertThat(table.get("examples")).isNotEmpty();
        JsonNode one = said(call("describe", "{\"contains\":\"total_cost_of_local_calls_this_day\"}"));
        assertThat(one.toString()).contains(":\"numeric in USD. Sum of cost of local calls this day\"");
    }

    @Test
    void shouldAnswerAndSayWhatIsMissing() throws Exception {
        JsonNode one = said(call("ask", "{\"statement\":\"SELECT count(*) FROM subscribers;\"}"));
        assertThat(one.get("rows").toString()).isEqualTo("[[\"10\"]]");
        JsonNode cut =
                said(call("ask", "{\"statement\":\"SELECT subscriber_id FROM subscribers -- all\",\"max_rows\":3}"));
        assertThat(cut.get("rows").size()).isEqualTo(3);
        assertThat(cut.get("truncated").textValue()).startsWith("There are more rows than these 3.");
        JsonNode all = said(call("ask", "{\"statement\":\"SELECT subscriber_id FROM subscribers\",\"max_rows\":10}"));
        assertThat(all.get("rows").size()).isEqualTo(10);
        assertThat(all.has("truncated")).isFalse();
    }

    @Test
    void shouldSendNoMoreBytesThanAnAgentReads() throws Exception {
        String wide = "{\"statement\":\"SELECT repeat('\\\"', 5000) AS x FROM subscribers\"}";
        HttpResponse<String> answer = post(message("tools/call", "{\"name\":\"ask\",\"arguments\":" + wide + "}"));
        assertThat(answer.body().length()).isLessThanOrEqualTo(50_000);
        JsonNode said = said(JSON.readTree(answer.body()).get("result"));
        assertThat(said.get("rows").size()).isBetween(1, 4);
        assertThat(said.get("truncated").textValue()).startsWith("There are more rows");
    }

    private String refused(String tool, String arguments) throws Exception {
        JsonNode result = call(tool, arguments);
        assertThat(result.get("isError").booleanValue()).isTrue();
        return result.at("/content/0/text").textValue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ask          | {"sql":"SELECT 1"}                          | There is no argument "sql" here.
        ask          | {}                                          | "statement" is missing.
        ask          | {"statement":5}                             | "statement" is no string.
        ask          | {"statement":"SELECT 1","max_rows":"x"}     | "max_rows" is no integer.
        ask          | {"statement":"SELECT 1","max_rows":1001}    | "max_rows" is outside 1 to 1000.
        entity       | {"key":"7","columns":"a"}                   | "columns" is no array.
        preview_rule | {"rule":"- {id: a, when: true}"}            | There is no argument "rule" here.
        describe     | {"table":"nope"}                            | There is no table "nope".
        """)
    void shouldSayWhichArgumentIsWrong(String tool, String arguments, String message) throws Exception {
        assertThat(refused(tool, arguments)).contains(message);
    }

    /** An agent learns from what is wrong; it is no fault of the protocol. */
    @Test
    void shouldSayWhatIsWrongWithAStatement() throws Exception {
        JsonNode wrong = call("ask", "{\"statement\":\"SELECT number_of_cals_this_week FROM subscribers\"}");
        assertThat(wrong.get("isError").booleanValue()).isTrue();
        assertThat(wrong.at("/content/0/text").textValue())
                .startsWith("42703: ")
                .contains("number_of_calls_this_week")
                .endsWith("(at character 8)");
        assertThat(call("ask", "{\"statement\":\"DELETE FROM subscribers\"}")
                        .get("isError")
                        .booleanValue())
                .isTrue();
        assertThat(call("ask", "{\"statement\":\"EXPLAIN SELECT count(*) FROM subscribers\"}")
                        .get("isError")
                        .booleanValue())
                .isFalse();
    }

    @Test
    void shouldLookAnEntityUp() throws Exception {
        JsonNode row = said(call("entity", "{\"key\":\"7\",\"columns\":[\"number_of_calls_this_week\"]}"));
        assertThat(row.get("rows").toString()).isEqualTo("[[\"7\"]]");
        assertThat(said(call("entity", "{\"key\":\"4711\"}")).get("rows").size())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {                                                                                     | 400 | -32600
        []                                                                                    | 400 | -32600
        {"jsonrpc":"2.0","id":null,"method":"ping"}                                           | 400 | -32600
        {"jsonrpc":"1.0","id":1,"method":"ping"}                                              | 400 | -32600
        {"jsonrpc":"2.0","id":1,"method":"resources/list"}                                    | 200 | -32601
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"drop"}}               | 200 | -32602
        """)
    void shouldRefuseWhatIsNoMessage(String message, int status, int code) throws Exception {
        HttpResponse<String> answer = post(message);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(JSON.readTree(answer.body()).at("/error/code").intValue()).isEqualTo(code);
    }

    @Test
    void shouldKeepOutWhoIsNotKnown() throws Exception {
        assertThat(http.plain("/mcp", "Bearer aim_unknown").statusCode()).isEqualTo(405);
        assertThat(http.get("/mcp").statusCode()).isEqualTo(405);
    }
}
