package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.gateway.mcp.McpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Model Context Protocol over HTTP: each message is a POST, answered by one object of JSON. Headers of the newest revision repeat what the
 * message says, for servers in between; one that says something else is refused.
 */
final class McpEndpoint implements Endpoint {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REVISION = "MCP-Protocol-Version";

    /** What no header can have is in Base64. */
    private static final Pattern ENCODED = Pattern.compile("=\\?base64\\?([A-Za-z0-9+/=]*)\\?=");

    private final McpServer server;
    private final CallSessions requests;

    McpEndpoint(McpServer server, CallSessions requests) {
        this.server = server;
        this.requests = requests;
    }

    @Override
    public void answer(Call call) throws IOException {
        McpServer.Reply reply = reply(call);
        if (reply.body() == null) {
            call.answerNothing(reply.status());
        } else {
            call.answer(reply.status(), AnswerFormat.JSON.type(), JSON.writeValueAsBytes(reply.body()));
        }
    }

    private McpServer.Reply reply(Call call) throws IOException {
        JsonNode message;
        try {
            message = call.json();
        } catch (HttpRefusal unreadable) {
            if (unreadable.status() != HttpStatus.BAD_REQUEST) {
                throw unreadable;
            }
            return McpServer.unreadable(unreadable.getMessage());
        }
        String revision = call.header(REVISION).orElse(null);
        if (revision != null && !McpServer.REVISIONS.contains(revision)) {
            return server.unsupported(message, revision);
        }
        if (McpServer.STATELESS.equals(revision) && McpServer.revisionOf(message) == null) {
            return McpServer.incomplete(message);
        }
        if (McpServer.STATELESS.equals(McpServer.revisionOf(message)) || McpServer.STATELESS.equals(revision)) {
            String method = message.path("method").asText();
            if (!McpServer.STATELESS.equals(revision) || !McpServer.STATELESS.equals(McpServer.revisionOf(message))) {
                return McpServer.mismatch(message, "The header " + REVISION + " is not what the message says.");
            }
            if (!method.equals(header(call, "Mcp-Method"))) {
                return McpServer.mismatch(message, "The header Mcp-Method is not the method of the message.");
            }
            if (method.equals("tools/call")
                    && !message.path("params").path("name").asText().equals(header(call, "Mcp-Name"))) {
                return McpServer.mismatch(message, "The header Mcp-Name is not the tool of the message.");
            }
        }
        CallSessions.Client agent = new CallSessions.Client(call.caller(), call.client(), "mcp");
        return server.answer(message, step -> requests.run(agent, step::in));
    }

    private static String header(Call call, String name) {
        String value = call.header(name).orElse("");
        Matcher encoded = ENCODED.matcher(value);
        try {
            return encoded.matches()
                    ? new String(Base64.getDecoder().decode(encoded.group(1)), StandardCharsets.UTF_8)
                    : value;
        } catch (IllegalArgumentException malformed) {
            return value;
        }
    }
}
