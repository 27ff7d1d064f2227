package dev.aimonflink.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * Answers messages of JSON-RPC, each by itself: there are no sessions. Two revisions of the protocol are in the field.
 *
 * <pre>
 *   2025-11-25 and before                            2026-07-28
 *   initialize, notifications/initialized, ping      server/discover
 *   tools/list, tools/call                           the same; each request says its revision in params._meta,
 *                                                    each result has a resultType
 * </pre>
 */
public final class McpServer {
    public static final String STATELESS = "2026-07-28";
    private static final String NEWEST_WITH_HANDSHAKE = "2025-11-25";

    /** The newest first. */
    public static final List<String> REVISIONS = List.of(STATELESS, NEWEST_WITH_HANDSHAKE, "2025-06-18", "2025-03-26");

    public static final String META = "_meta";
    public static final String REVISION = "io.modelcontextprotocol/protocolVersion";
    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    private static final String SERVER = "io.modelcontextprotocol/serverInfo";

    private static final int INVALID_REQUEST = -32600;
    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INVALID_PARAMS = -32602;
    private static final int INTERNAL_ERROR = -32603;
    private static final int HEADER_MISMATCH = -32020;
    private static final int UNSUPPORTED_REVISION = -32022;

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    /** How long a client may keep the list of tools. */
    private static final int TTL_MS = 300_000;

    private static final String INSTRUCTIONS =
            "A live matrix of one row for each entity, which events change as they come. Call describe first, then ask"
                    + " in PostgreSQL's SQL. Answers are exact, as of a moment ago. Aggregate rather than list: answers are cut to some rows.";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final McpTools tools;
    private final String version;

    /** @param version of this program */
    public McpServer(McpTools tools, String version) {
        this.tools = tools;
        this.version = version;
    }

    /**
     * What is sent back.
     *
     * @param status of HTTP
     * @param body null for a notification
     */
    public record Reply(int status, ObjectNode body) {}

    /** A message that is none, or cannot be read. */
    public static Reply unreadable(String why) {
        return new Reply(BAD_REQUEST, error(null, INVALID_REQUEST, why));
    }

    /** A message whose answer failed by a defect of ours, which the log has. */
    public static Reply failed(JsonNode message) {
        return new Reply(OK, error(message.get("id"), INTERNAL_ERROR, "The call failed by a defect of ours."));
    }

    /** A message whose headers say something else than it does. */
    public static Reply mismatch(JsonNode message, String why) {
        return new Reply(BAD_REQUEST, error(message.get("id"), HEADER_MISMATCH, why));
    }

    /** A request of the newest revision that does not say in {@code _meta} what each one has to. */
    public static Reply incomplete(JsonNode message) {
        return new Reply(
                BAD_REQUEST,
                error(
                        message.get("id"),
                        INVALID_PARAMS,
                        "A request of " + STATELESS + " has " + REVISION + " and " + CAPABILITIES
                                + " in params._meta."));
    }

    /** The revision that a message says it is of, or null. */
    public static String revisionOf(JsonNode message) {
        JsonNode said = message.path("params").path(META).path(REVISION);
        return said.isTextual() ? said.textValue() : null;
    }

    /** The revision of another header is refused like that of a message. */
    public Reply unsupported(JsonNode message, String revision) {
        ObjectNode error = error(
                message.get("id"), UNSUPPORTED_REVISION, "The protocol version " + revision + " is not supported.");
        ObjectNode data = ((ObjectNode) error.get("error")).putObject("data");
        REVISIONS.forEach(data.putArray("supported")::add);
        data.put("requested", revision);
        return new Reply(BAD_REQUEST, error);
    }

    public Reply answer(JsonNode message, McpTools.Asking asking) throws IOException {
        JsonNode id = message.get("id");
        JsonNode method = message.path("method");
        if (!message.isObject()
                || !message.path("jsonrpc").asText().equals("2.0")
                || !method.isTextual()
                || (id != null && !id.isTextual() && !id.isIntegralNumber())) {
            return unreadable("The message is no request of JSON-RPC 2.0.");
        }
        if (id == null) {
            return new Reply(ACCEPTED, null);
        }
        String revision = revisionOf(message);
        boolean isDiscovery = method.textValue().equals("server/discover");
        if (revision != null && !REVISIONS.contains(revision)) {
            return unsupported(message, revision);
        }
        if (STATELESS.equals(revision)
                && !message.path("params").path(META).path(CAPABILITIES).isObject()) {
            return incomplete(message);
        }
        boolean isStateless = isDiscovery || STATELESS.equals(revision);
        ObjectNode result = isStateless
                ? stateless(method.textValue(), message.path("params"), asking)
                : withHandshake(method.textValue(), message.path("params"), asking);
        if (result == null) {
            return new Reply(
                    isStateless ? NOT_FOUND : OK,
                    error(id, METHOD_NOT_FOUND, "There is no method " + method.textValue() + " here."));
        }
        if (result.has("invalid")) {
            return new Reply(OK, error(id, INVALID_PARAMS, result.get("invalid").textValue()));
        }
        ObjectNode body = JSON.createObjectNode().put("jsonrpc", "2.0");
        body.set("id", id);
        body.set("result", result);
        return new Reply(OK, body);
    }

    /** Null for no such method. */
    private ObjectNode stateless(String method, JsonNode params, McpTools.Asking asking) throws IOException {
        ObjectNode result =
                switch (method) {
                    case "server/discover" -> discovered();
                    case "tools/list" -> cached(tools.list());
                    case "tools/call" -> tools.call(params, asking);
                    default -> null;
                };
        if (result != null && !result.has("invalid")) {
            result.put("resultType", "complete");
            result.withObject("/" + META).set(SERVER, identity());
        }
        return result;
    }

    private ObjectNode withHandshake(String method, JsonNode params, McpTools.Asking asking) throws IOException {
        return switch (method) {
            case "initialize" -> initialized(params.path("protocolVersion").asText());
            case "ping" -> JSON.createObjectNode();
            case "tools/list" -> tools.list();
            case "tools/call" -> tools.call(params, asking);
            default -> null;
        };
    }

    private ObjectNode discovered() {
        ObjectNode result = JSON.createObjectNode();
        REVISIONS.forEach(result.putArray("supportedVersions")::add);
        result.putObject("capabilities").putObject("tools");
        result.put("instructions", INSTRUCTIONS);
        return cached(result);
    }

    /** A handshake is of an earlier revision, whatever the client would like. */
    private ObjectNode initialized(String wanted) {
        boolean isKnown = REVISIONS.contains(wanted) && !wanted.equals(STATELESS);
        ObjectNode result = JSON.createObjectNode().put("protocolVersion", isKnown ? wanted : NEWEST_WITH_HANDSHAKE);
        result.putObject("capabilities").putObject("tools");
        result.set("serverInfo", identity());
        return result.put("instructions", INSTRUCTIONS);
    }

    private static ObjectNode cached(ObjectNode result) {
        // What a user sees depends on the user.
        return result.put("ttlMs", TTL_MS).put("cacheScope", "private");
    }

    private ObjectNode identity() {
        return JSON.createObjectNode()
                .put("name", "aim-on-flink")
                .put("title", "AIM on Flink")
                .put("version", version);
    }

    private static ObjectNode error(JsonNode id, int code, String message) {
        ObjectNode body = JSON.createObjectNode().put("jsonrpc", "2.0");
        body.set("id", id);
        body.putObject("error").put("code", code).put("message", message);
        return body;
    }
}
