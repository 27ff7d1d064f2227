package dev.aimonflink.gateway.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Requests of HTTP that are nearly right, each wrong in some of its parts, and then in some of its bytes. */
final class DrawnRequests {
    private static final int MAX_PIPELINED = 4;
    private static final int MAX_HEADERS = 6;
    private static final int MAX_CHANGES = 3;
    private static final int RARELY = 12;
    private static final int HARDLY_EVER = 200;
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static final List<String> METHODS = List.of(
            "GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH", "TRACE", "CONNECT", "get", "P\u00D6ST", "");

    private static final List<String> POSTED =
            List.of("/v1/sql", "/v1/sql", "/v1/sql?numbers=text", "/v1/sql?numbers=1", "/v1/explain", "/mcp", "/mcp");

    private static final List<String> TARGETS = List.of(
            "/v1/entities/7",
            "/v1/entities/7?columns=number_of_calls_this_week,zip",
            "/v1/entities/%00%ff?columns=",
            "/v1/entities//",
            "/v1/schema",
            "/v1/model",
            "/v1/queries",
            "/v1/queries/99999999999999999999",
            "/v1/rules",
            "/v1/pulse",
            "/v1/openapi.json",
            "/v1/watch?sql=SELECT%20clock_timestamp()&every=100ms",
            "/v1/watch?sql=SELECT%201&every=-1s&key=nothing",
            "/metrics",
            "/health/ready",
            "http://localhost/v1/schema",
            "http://evil.example:99999/v1/schema",
            "localhost:80",
            "*",
            "//",
            "/v1/../v1/schema",
            "/%",
            "/v1/schema?a=%zz&a=1&&=",
            "/v1/schema?token=aim_a",
            "/v1/schema#part",
            "/v1/sch ema",
            "");

    private static final List<String> VERSIONS = List.of("HTTP/1.0", "HTTP/2.0", "HTTP/1.11111111111", "");

    private static final List<String> HEADERS = List.of(
            "Content-Type: application/json",
            "Content-Type: application/json; charset=\"utf-16",
            "Content-Type: text/plain",
            "Content-Type: multipart/form-data; boundary=a",
            "Accept: text/csv",
            "Accept: application/x-ndjson;q=x, */*;q=0",
            "Accept: text/event-stream",
            "Accept-Encoding: gzip, gzip;q=",
            "Expect: 100-continue",
            "Expect: something",
            "Connection: close",
            "Connection: keep-alive, upgrade",
            "Upgrade: h2c",
            "Origin: http://localhost",
            "Aim-Freshness: now",
            "Aim-Freshness: a:b:c:99999999999999999999",
            "Aim-Application: \u0001",
            "If-None-Match: *",
            "Last-Event-ID: \u0000",
            "MCP-Protocol-Version: 2026-07-28",
            "Mcp-Method: tools/call",
            "Mcp-Name: =?base64?!!!?=");

    private static final List<String> BROKEN_HEADERS = List.of(
            "Authorization: Basic \u00FF\u00FE",
            "Authorization: Bearer",
            "Authorization:",
            "Host: evil.example",
            "Host:",
            "Origin: null",
            "Transfer-Encoding: gzip, chunked",
            "Content-Length: 0",
            "Content-Length: -1",
            "Content-Length: 9223372036854775808",
            "Content-Length: 1e3",
            " folded: line",
            "without a colon",
            ": without a name",
            "Na me: x",
            "X: \r Y: z");

    private static final List<String> BODIES = List.of(
            "{\"statement\":\"SELECT count(*) FROM subscribers\"}",
            "{\"statement\":\"SELECT * FROM subscribers WHERE subscriber_id = $1\",\"parameters\":[7]}",
            "{\"statement\":\"SELECT $1\",\"parameters\":[{\"a\":[1e400,null]}]}",
            "{\"statement\":\"SELECT $9999999999\",\"parameters\":[true,\"\\u0000\",\"\\ud800\"]}",
            "{\"statement\":\"SELECT 1\",\"timeout\":\"-5s\",\"maxAge\":1e99}",
            "{\"statement\":\"SELECT 1\",\"timeZone\":\"Nowhere/Nothing\",\"fresh\":\"yes\"}",
            "{\"statement\":\"SELECT 1\",\"statement\":\"SELECT 2\"}",
            "{\"statement\":[[]],\"nothing\":1}",
            "{\"statement\":\"\"}",
            "{\"statement\":\"SELECT 'Z\u00FCrich \uD83D\uDE00'\"} trailing",
            "SELECT 1/0",
            "SET x = 1; BEGIN",
            "[]",
            "null",
            "\"",
            "",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{" + META + "}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\",\"arguments\":"
                    + "{\"statement\":\"SELECT 1;;\",\"max_rows\":\"x\"}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":{},\"params\":[]}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"entity\",\"arguments\":\"7\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":null}");

    private final String bearer;

    /** @param bearer the header Authorization of who may ask */
    DrawnRequests(String bearer) {
        this.bearer = bearer;
    }

    /** One request, or some behind each other. */
    byte[] next(Random random) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int requests = random.nextInt(4) == 0 ? 1 + random.nextInt(MAX_PIPELINED) : 1;
        for (int i = 0; i < requests; i++) {
            all.writeBytes(request(random));
        }
        byte[] bytes = all.toByteArray();
        for (int left = random.nextInt(3) / 2 * random.nextInt(MAX_CHANGES + 1); left > 0 && bytes.length > 0; left--) {
            bytes = changed(bytes, random);
        }
        return bytes;
    }

    private static String one(List<String> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    private byte[] request(Random random) {
        boolean isPost = random.nextInt(3) != 0;
        byte[] body = isPost || random.nextInt(RARELY) == 0 ? body(random) : new byte[0];
        String end = random.nextInt(HARDLY_EVER) == 0 ? "\n" : "\r\n";
        StringBuilder head = new StringBuilder();
        String method = random.nextInt(RARELY) == 0 ? one(METHODS, random) : isPost ? "POST" : "GET";
        head.append(method)
                .append(' ')
                .append(target(isPost, random))
                .append(' ')
                .append(random.nextInt(RARELY) == 0 ? one(VERSIONS, random) : "HTTP/1.1")
                .append(end);
        if (random.nextInt(RARELY) != 0) {
            head.append("Host: localhost").append(end);
        }
        if (random.nextInt(RARELY) != 0) {
            head.append("Authorization: ").append(bearer).append(end);
        }
        if (isPost && random.nextInt(RARELY) != 0) {
            head.append("Content-Type: application/json").append(end);
        }
        for (int left = random.nextInt(MAX_HEADERS); left > 0; left--) {
            head.append(one(random.nextInt(RARELY) == 0 ? BROKEN_HEADERS : HEADERS, random))
                    .append(end);
        }
        if (random.nextInt(HARDLY_EVER) == 0) {
            head.append("X: ").append("x".repeat(random.nextInt(64 << 10))).append(end);
        }
        if (random.nextInt(HARDLY_EVER) == 0) {
            head.append("X: x\r\n".repeat(random.nextInt(300)));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] framed = framed(head, body, end, random);
        bytes.writeBytes(head.append(end).toString().getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(framed);
        return bytes.toByteArray();
    }

    private static String target(boolean isPost, Random random) {
        return random.nextInt(HARDLY_EVER) == 0
                ? "/v1/" + one(List.of("a", "%41", "/", "?x="), random).repeat(random.nextInt(8 << 10))
                : one(isPost ? POSTED : TARGETS, random);
    }

    private static byte[] body(Random random) {
        if (random.nextInt(RARELY) == 0) {
            int deep = random.nextInt(20_000);
            return ("{\"statement\":" + one(List.of("[", "{\"a\":"), random).repeat(deep))
                    .getBytes(StandardCharsets.UTF_8);
        }
        if (random.nextInt(RARELY) == 0) {
            byte[] drawn = new byte[random.nextInt(64 << 10)];
            random.nextBytes(drawn);
            return drawn;
        }
        return one(BODIES, random).getBytes(StandardCharsets.UTF_8);
    }

    /** Says in the head how long the body is, mostly as it is. */
    private static byte[] framed(StringBuilder head, byte[] body, String end, Random random) {
        String length = "Content-Length: ";
        if (body.length == 0 && random.nextBoolean()) {
            return body;
        }
        switch (random.nextInt(RARELY)) {
            case 0 ->
                head.append(length).append(random.nextInt(body.length + 1)).append(end);
            case 1 ->
                head.append(length).append(body.length + random.nextInt(100)).append(end);
            case 2 -> head.append((length + body.length + end).repeat(2));
            case 3 -> {
                head.append("Transfer-Encoding: chunked").append(end);
                head.append(length).append(random.nextInt(body.length + 1)).append(end);
                return chunked(body, random);
            }
            case 4, 5 -> {
                head.append(one(List.of("Transfer-Encoding: chunked", "transfer-encoding:CHUNKED"), random))
                        .append(end);
                return chunked(body, random);
            }
            case 6 -> {
                // Neither length nor chunks: what follows is a request of its own.
            }
            default -> head.append(length).append(body.length).append(end);
        }
        return body;
    }

    private static byte[] chunked(byte[] body, Random random) {
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        for (int from = 0; from < body.length; ) {
            int length = Math.min(body.length - from, 1 + random.nextInt(100));
            String said = random.nextInt(RARELY) == 0
                    ? one(List.of("-1", "zz", "fffffffffffffffff", "", "7fffffff", "0x1"), random)
                    : Integer.toHexString(length);
            chunks.writeBytes(
                    (said + one(List.of("", "", ";a=b", " "), random) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            chunks.write(body, from, length);
            chunks.writeBytes(bytes(random.nextInt(RARELY) == 0 ? "" : "\r\n"));
            from += length;
        }
        chunks.writeBytes(
                bytes(one(List.of("0\r\n\r\n", "0\r\n\r\n", "0\r\n\r\n", "0\r\nX: y\r\n\r\n", "0\r\n", ""), random)));
        return chunks.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] changed(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> Arrays.copyOfRange(bytes, at, bytes.length);
            case 2 -> {
                byte[] other = bytes.clone();
                other[at] = (byte) random.nextInt();
                yield other;
            }
            default -> {
                ByteArrayOutputStream twice = new ByteArrayOutputStream();
                twice.write(bytes, 0, at);
                twice.writeBytes(Arrays.copyOfRange(bytes, random.nextInt(at + 1), bytes.length));
                yield twice.toByteArray();
            }
        };
    }
}
