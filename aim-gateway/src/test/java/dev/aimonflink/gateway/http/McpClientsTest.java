package dev.aimonflink.gateway.http;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.McpHttpClientTransportAuthorizationException;
import io.modelcontextprotocol.modern.client.transport.HttpClientMcpTransport;
import io.modelcontextprotocol.modern.client.transport.McpHttpRequestCustomizer;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The clients of the protocol's own SDK: that of the revisions with a handshake, and that of the one without sessions. */
class McpClientsTest {
    private TestHttp http;

    /** What a tool has said. */
    private record Said(boolean isError, String text) {}

    @BeforeEach
    void start() throws IOException {
        http = TestHttp.start();
    }

    @AfterEach
    void close() {
        http.close();
    }

    private String url() {
        return "http://127.0.0.1:" + http.port();
    }

    private McpSyncClient withHandshake(String authorization) {
        return McpClient.sync(HttpClientStreamableHttpTransport.builder(url())
                        .addHttpRequestCustomizer((request, method, uri, body, context) ->
                                request.setHeader("Authorization", authorization))
                        .build())
                .build();
    }

    @Test
    void shouldServeTheClientWithAHandshake() {
        try (McpSyncClient client = withHandshake(http.bearer())) {
            McpSchema.InitializeResult agreed = client.initialize();
            assertThat(agreed.protocolVersion()).isEqualTo("2025-11-25");
            assertThat(agreed.serverInfo().name()).isEqualTo("aim-on-flink");
            assertThat(agreed.instructions()).contains("describe");
            client.ping();
            assertThat(client.listTools().tools())
                    .extracting(McpSchema.Tool::name)
                    .containsExactly("describe", "ask", "entity", "alerts", "preview_rule", "put_shadow");
            shouldAnswer((tool, arguments) -> {
                McpSchema.CallToolResult result =
                        client.callTool(new McpSchema.CallToolRequest(tool, arguments, Map.of()));
                return new Said(
                        result.isError(),
                        ((McpSchema.TextContent) result.content().get(0)).text());
            });
            assertThatThrownBy(() -> client.callTool(new McpSchema.CallToolRequest("drop", Map.of(), Map.of())))
                    .hasMessageContaining("There is no tool \"drop\"");
        }
    }

    @Test
    void shouldServeTheClientWithoutSessions() {
        var client = io.modelcontextprotocol.modern.client.McpClient.sync(HttpClientMcpTransport.builder(url() + "/mcp")
                        .requestCustomizer(McpHttpRequestCustomizer.fromSync(
                                (request, headers, context) -> headers.set("Authorization", http.bearer())))
                        .build())
                .build();
        assertThat(client.discover().supportedVersions()).startsWith("2026-07-28");
        assertThat(client.listTools().list().tools())
                .extracting(io.modelcontextprotocol.modern.McpSchema.Tool::name)
                .containsExactly("describe", "ask", "entity", "alerts", "preview_rule", "put_shadow");
        shouldAnswer((tool, arguments) -> {
            var result = client.tool(tool).arguments(arguments).call();
            return new Said(
                    result.isError(),
                    ((io.modelcontextprotocol.modern.McpSchema.TextContent)
                                    result.content().get(0))
                            .text());
        });
    }

    private static void shouldAnswer(BiFunction<String, Map<String, Object>, Said> client) {
        Said described = client.apply("describe", Map.of("contains", "calls_this_week"));
        assertThat(described.isError()).isFalse();
        assertThat(described.text()).contains("\"number_of_calls_this_week\":\"bigint");
        assertThat(client.apply("ask", Map.of("statement", "SELECT count(*) FROM subscribers"))
                        .text())
                .contains("\"rows\":[[\"10\"]]");
        assertThat(client.apply("entity", Map.of("key", "7", "columns", List.of("number_of_calls_this_week")))
                        .text())
                .contains("\"rows\":[[\"7\"]]");
        Said wrong = client.apply("ask", Map.of("statement", "SELECT number_of_cals_this_week FROM subscribers"));
        assertThat(wrong.isError()).isTrue();
        assertThat(wrong.text()).startsWith("42703: ").contains("number_of_calls_this_week");
    }

    @Test
    void shouldNotServeWhoIsNotKnown() {
        try (McpSyncClient client = withHandshake("Bearer aim_unknown")) {
            assertThatThrownBy(client::initialize)
                    .hasRootCauseInstanceOf(McpHttpClientTransportAuthorizationException.class);
        }
    }
}
