package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.session.SharedMemory;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** A request over HTTP, and its answer. For one thread. */
final class Call {
    /** A statement may have a million characters, and each of them six bytes in JSON. */
    static final int MAX_BODY = 8 << 20;

    /** Of a body that is too large, read so that its client hears why. */
    private static final long MAX_SKIPPED = 8L * MAX_BODY;

    private static final int BYTES_OF_A_PIECE = 8 << 10;

    /** A smaller body is not worth the time of compression. */
    private static final int LEAST_COMPRESSED = 1_024;

    /** Unless its weight is 0. */
    private static final Pattern GZIP = Pattern.compile("(?i)\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))");

    /** Of a body: a tree of them has a hundred times the bytes of a body that is all brackets. */
    private static final int MAX_TOKENS = 300_000;

    /** A body and the text or tree that is read from it, for each byte. */
    private static final int BYTES_OF_A_BYTE = 4;

    private static final ObjectMapper JSON = JsonMapper.builder(Json.FACTORY
                    .rebuild()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Json.MAX_DEPTH)
                            .maxTokenCount(MAX_TOKENS)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private final HttpExchange exchange;
    private final Map<String, String> query;
    private User caller;
    private SharedMemory.Account memory;
    private Map<String, String> path = Map.of();
    private final StalledWrites stalled;
    private boolean isAnswered;

    /** @throws HttpRefusal if its address cannot be read */
    Call(HttpExchange exchange, StalledWrites stalled) {
        this.exchange = exchange;
        this.stalled = stalled;
        this.query = queryOf(exchange.getRequestURI().getRawQuery());
    }

    private static Map<String, String> queryOf(String raw) {
        Map<String, String> query = new LinkedHashMap<>();
        if (raw == null) {
            return query;
        }
        for (String pair : raw.split("&")) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (query.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1))) != null) {
                throw HttpRefusal.badRequest(
                        "\"" + Spelling.shortened(name) + "\" is twice in the address. Give it once.");
            }
        }
        return query;
    }

    static String decoded(String escaped) {
        try {
            return URLDecoder.decode(escaped, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw HttpRefusal.badRequest(
                    "The address has a % that is followed by no two hexadecimal digits. Escape it as %25.");
        }
    }

    String method() {
        return exchange.getRequestMethod();
    }

    /** As sent, without the query. */
    String rawPath() {
        return exchange.getRequestURI().getRawPath();
    }

    /** Of the gateway, as the client calls it. */
    String origin() {
        return (isEncrypted() ? "https://" : "http://") + header("Host").orElse("localhost");
    }

    InetSocketAddress client() {
        return exchange.getRemoteAddress();
    }

    User caller() {
        return caller;
    }

    void caller(User known) {
        caller = known;
    }

    /** What it keeps, until it is answered. */
    SharedMemory.Account memory() {
        return memory;
    }

    void memory(SharedMemory.Account ofCaller) {
        memory = ofCaller;
    }

    void path(Map<String, String> parts) {
        path = parts;
    }

    /** The part of the path that a template calls so. */
    String inPath(String name) {
        return path.get(name);
    }

    /** Null if it is not in the address. */
    String inQuery(String name) {
        return query.get(name);
    }

    /** @throws HttpRefusal if the address has another parameter */
    void requireQuery(Set<String> known) {
        for (String name : query.keySet()) {
            if (!known.contains(name)) {
                throw HttpRefusal.badRequest("There is no parameter \"" + Spelling.shortened(name) + "\" here. "
                        + Spelling.hint(name, new ArrayList<>(known)));
            }
        }
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    /** The values of cookies of a name: a page at another port can add one, and cannot take ours away. */
    List<String> cookies(String name) {
        List<String> headers = exchange.getRequestHeaders().getOrDefault("Cookie", List.of());
        return headers.stream()
                .flatMap(header -> Stream.of(header.split(";")))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(name + "="))
                .map(cookie -> cookie.substring(name.length() + 1))
                .toList();
    }

    /** Whether it has the header that the console's page sends, and that neither a form nor a picture of another page can. */
    boolean isOfConsole() {
        return header("Aim-Console").isPresent();
    }

    boolean isEncrypted() {
        return exchange instanceof HttpsExchange;
    }

    /** How often a header is there. */
    int count(String name) {
        List<String> values = exchange.getRequestHeaders().get(name);
        return values == null ? 0 : values.size();
    }

    /** The media type of the body, without parameters and in lower case. */
    String type() {
        return header("Content-Type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** The body, for which there must be room. */
    byte[] body() throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            byte[] piece = new byte[BYTES_OF_A_PIECE];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                memory.take((long) read * BYTES_OF_A_BYTE);
                body.write(piece, 0, read);
                if (body.size() > MAX_BODY) {
                    skip(in, piece);
                    throw HttpRefusal.of(
                            HttpStatus.TOO_LARGE,
                            SqlState.LIMIT_EXCEEDED,
                            "The body has more than " + MAX_BODY + " bytes. Send less at a time.");
                }
            }
            return body.toByteArray();
        }
    }

    /** A client that still writes would not read the answer. */
    private static void skip(InputStream in, byte[] skipped) throws IOException {
        int read = 0;
        for (long left = MAX_SKIPPED; left > 0 && read >= 0; left -= read) {
            read = in.read(skipped);
        }
    }

    /** The body as a text. */
    String text() throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body()))
                    .toString();
        } catch (CharacterCodingException wrong) {
            throw HttpRefusal.of(
                    HttpStatus.BAD_REQUEST, SqlState.INVALID_ENCODING, "The body is not in UTF-8. Send it in UTF-8.");
        }
    }

    /** The body as JSON. */
    JsonNode json() throws IOException {
        try {
            return JSON.readTree(text());
        } catch (JsonProcessingException wrong) {
            throw noJson(wrong);
        }
    }

    static HttpRefusal noJson(JsonProcessingException wrong) {
        if (wrong instanceof StreamConstraintsException) {
            return HttpRefusal.badRequest(
                    "The body is nested deeper than " + Json.MAX_DEPTH + " levels, or has more than " + MAX_TOKENS
                            + " values, or a number or name that is too long. Send less at a time.");
        }
        // It goes on with the names of its own classes.
        String why = wrong.getOriginalMessage().split(" for `", 2)[0];
        return HttpRefusal.badRequest("The body is no JSON: " + why + ".");
    }

    /**
     * The body as an object of JSON.
     *
     * @param known its keys
     */
    ObjectNode object(Set<String> known) throws IOException {
        JsonNode read = json();
        if (!(read instanceof ObjectNode object)) {
            throw HttpRefusal.badRequest(
                    "The body is no object of JSON. Send one with the keys " + new TreeSet<>(known) + ".");
        }
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw HttpRefusal.badRequest("There is no key \"" + Spelling.shortened(name) + "\" here. "
                        + Spelling.hint(name, new ArrayList<>(known)));
            }
        });
        return object;
    }

    /** A header of the answer. */
    void say(String header, String value) {
        exchange.getResponseHeaders().set(header, value);
    }

    void unsay(String header) {
        exchange.getResponseHeaders().remove(header);
    }

    /** Writes a body of one piece. */
    interface Writing {
        void to(OutputStream out) throws IOException;
    }

    void answer(int status, String type, byte[] body) throws IOException {
        answer(status, type, out -> out.write(body));
    }

    void answer(int status, String type, Writing writing) throws IOException {
        say("Content-Type", type);
        stalled.during(() -> {
            AnswerStream out = new AnswerStream(length -> begun(status, length));
            writing.to(out);
            out.end();
        });
    }

    private OutputStream begun(int status, int length) throws IOException {
        isAnswered = true;
        if (method().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return OutputStream.nullOutputStream();
        }
        boolean isLong = length == AnswerStream.LONG;
        boolean isCompressed = (isLong || length >= LEAST_COMPRESSED)
                && GZIP.matcher(header("Accept-Encoding").orElse("")).find();
        if (isCompressed) {
            say("Content-Encoding", "gzip");
            say("Vary", "Accept-Encoding");
        }
        exchange.sendResponseHeaders(status, isLong || isCompressed ? 0 : length == 0 ? -1 : length);
        OutputStream plain = stalled.watched(exchange.getResponseBody());
        return isCompressed ? new GZIPOutputStream(plain) : plain;
    }

    void answerNothing(int status) throws IOException {
        isAnswered = true;
        stalled.during(() -> exchange.sendResponseHeaders(status, -1));
    }

    /** What names a body. */
    static String tagOf(byte[] body) {
        return '"' + UUID.nameUUIDFromBytes(body).toString() + '"';
    }

    /** Sends the body, or 304 if the client has the same already. */
    void answerTagged(String type, String caching, String tag, byte[] body) throws IOException {
        say("ETag", tag);
        say("Cache-Control", caching);
        if (header("If-None-Match").orElse("").equals(tag)) {
            answerNothing(HttpStatus.NOT_MODIFIED);
        } else {
            answer(HttpStatus.OK, type, body);
        }
    }

    /** An answer without an end that is known. */
    OutputStream stream(String type) throws IOException {
        if (method().equals("HEAD")) {
            throw HttpRefusal.with(
                    HttpStatus.NOT_ALLOWED,
                    SqlState.NOT_SUPPORTED,
                    "This address streams events. Use GET.",
                    Map.of("Allow", "GET"));
        }
        isAnswered = true;
        say("Content-Type", type);
        say("Cache-Control", "no-store");
        // A server in between would keep small events until it has many.
        say("X-Accel-Buffering", "no");
        stalled.during(() -> exchange.sendResponseHeaders(HttpStatus.OK, 0));
        return exchange.getResponseBody();
    }

    /** Whether the head of an answer has been sent, so that no other can be. */
    boolean isAnswered() {
        return isAnswered;
    }
}
