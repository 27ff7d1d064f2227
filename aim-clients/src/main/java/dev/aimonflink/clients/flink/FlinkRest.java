package dev.aimonflink.clients.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** The REST API of a JobManager. */
public final class FlinkRest implements FlinkApi {
    /** One for all, because each has its own threads. */
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NOT_FOUND = 404;

    private final String address;
    private final Duration timeout;

    /**
     * @param address of the JobManager, such as {@code http://localhost:8081}
     * @param timeout of each request, for connection and answer together
     * @throws InvalidInputException if the address is invalid
     */
    public FlinkRest(String address, Duration timeout) {
        this.address = address.replaceAll("/+$", "");
        this.timeout = timeout;
        request("/");
    }

    public String address() {
        return address;
    }

    @Override
    public Optional<JsonNode> find(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    /** Returns the answer; empty if there is nothing at the path. */
    public Optional<JsonNode> post(String path, Object document) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(document))));
    }

    /** Requests a change without a document, such as {@code /jobs/ID?mode=cancel}; empty if there is nothing at the path. */
    public Optional<JsonNode> patch(String path) throws IOException, InterruptedException {
        return send(request(path).method("PATCH", BodyPublishers.noBody()));
    }

    private Optional<JsonNode> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = HTTP.send(request.timeout(timeout).build(), BodyHandlers.ofString());
        if (answer.statusCode() == NOT_FOUND) {
            return Optional.empty();
        }
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("it answers with HTTP status " + answer.statusCode());
        }
        return Optional.of(JSON.readTree(answer.body()));
    }

    private HttpRequest.Builder request(String path) {
        try {
            return HttpRequest.newBuilder(URI.create(address + path));
        } catch (IllegalArgumentException malformed) {
            throw new InvalidInputException(
                    "rest=" + address + " is no address. Give one like http://localhost:8081.", malformed);
        }
    }
}
