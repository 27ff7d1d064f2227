package dev.aimonflink.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.cli.Version;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.gateway.mcp.McpServer;
import dev.aimonflink.gateway.mcp.McpSessions;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim mcp}. */
@Command(
        name = "mcp",
        description = {
            "Let an agent ask the matrix: the Model Context Protocol on standard input and output.",
            "",
            "An agent's program starts it; it ends with its standard input. The agent can see what there is, ask, look entities and"
                    + " alerts up, and try rules, and changes nothing. Over a network agents use `aim gateway --http`."
        },
        footer = {"", "Examples:", "  aim mcp", "  aim mcp --bootstrap broker:9092"},
        mixinStandardHelpOptions = true)
public final class McpCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(McpCommand.class);
    private static final ObjectMapper JSON = new ObjectMapper(Json.FACTORY);

    private final Environment environment;

    @Mixin
    private ConnectionOptions kafka;

    @Option(names = "--mcp-rules", description = "The agent may put rules whose effects are only counted, as shadows.")
    private boolean areShadowsPut;

    public McpCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        String version = new Version().getVersion()[0];
        try (McpSessions sessions = new McpSessions(
                OpenGateway.throughKafka(kafka.connection(environment).requireListener(), kafka.topics()),
                kafka.jobTopics(environment),
                EventFormat.JSON,
                areShadowsPut,
                version)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(environment.in(), StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    answer(line, sessions);
                }
            }
        }
        return ExitCode.OK;
    }

    private void answer(String line, McpSessions sessions) throws IOException {
        McpServer.Reply reply;
        JsonNode message = null;
        try {
            message = JSON.readTree(line);
            reply = sessions.answer(message);
        } catch (JsonProcessingException wrong) {
            reply = McpServer.unreadable("The line is no JSON: " + wrong.getOriginalMessage());
        } catch (RuntimeException | StackOverflowError defect) {
            LOG.error("A call failed by a defect", defect);
            reply = McpServer.failed(message);
        }
        if (reply.body() != null) {
            environment.out().println(JSON.writeValueAsString(reply.body()));
            environment.out().flush();
        }
    }
}
