package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.Aim;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.modern.client.transport.StdioMcpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code aim mcp}, started by the clients of the protocol's own SDK, as an agent's program does. */
class McpCommandIT {
    private static final Duration DEADLINE = SharedCluster.DEADLINE;
    private static final Map<String, Object> COUNT = Map.of("statement", "SELECT count(*) FROM subscribers");
    private static final String ANSWER = "\"rows\":[[\"0\"]]";

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private ServerParameters command;

    @BeforeEach
    void startJob() {
        cluster.createTopics();
        cluster.submit(cluster.newEnvironment(1), cluster.options()).awaitRunning(DEADLINE);
        command = ServerParameters.builder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .args(
                        "-cp",
                        System.getProperty("java.class.path"),
                        Aim.class.getName(),
                        "mcp",
                        "--bootstrap=" + cluster.bootstrap(),
                        "--topic-prefix=" + cluster.groupId() + ".")
                .build();
    }

    @Test
    void shouldServeTheClientWithAHandshake() {
        try (McpSyncClient client = McpClient.sync(new StdioClientTransport(command, McpJsonDefaults.getMapper()))
                .requestTimeout(DEADLINE)
                .initializationTimeout(DEADLINE)
                .build()) {
            assertThat(client.initialize().protocolVersion()).isEqualTo("2025-11-25");
            // Before the job has said what its model is, the answer is an error that says so.
            assertThat(Waiting.until(
                            () -> ((McpSchema.TextContent)
                                            client.callTool(new McpSchema.CallToolRequest("ask", COUNT, Map.of()))
                                                    .content()
                                                    .get(0))
                                    .text()
                                    .contains(ANSWER),
                            DEADLINE))
                    .isTrue();
        }
    }

    @Test
    void shouldServeTheClientWithoutSessions() {
        try (StdioMcpClientTransport transport =
                StdioMcpClientTransport.builder(command).start()) {
            var client = io.modelcontextprotocol.modern.client.McpClient.sync(transport)
                    .roundTimeout(DEADLINE)
                    .build();
            assertThat(client.discover().supportedVersions()).startsWith("2026-07-28");
            assertThat(Waiting.until(
                            () -> ((io.modelcontextprotocol.modern.McpSchema.TextContent) client.tool("ask")
                                            .arguments(COUNT)
                                            .call()
                                            .content()
                                            .get(0))
                                    .text()
                                    .contains(ANSWER),
                            DEADLINE))
                    .isTrue();
        }
    }
}
