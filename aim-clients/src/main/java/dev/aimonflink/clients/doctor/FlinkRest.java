package dev.aimonflink.clients.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.core.model.InvalidInputException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** The REST API of a JobManager. */
final class FlinkRest implements FlinkApi {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String address;
    private final Duration timeout;
    private final HttpClient client;

    /** @param address of the JobManager, such as {@code http://localhost:8081} */
    FlinkRest(String address, Duration timeout) {
        this.address = address.replaceAll("/+$", "");
        this.timeout = timeout;
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
    }

    @Override
    public Optional<JsonNode> find(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request(path), BodyHandlers.ofString());
        if (response.statusCode() == NOT_FOUND) {
            return Optional.empty();
        }
        if (response.statusCode() != OK) {
            throw new IOException("it answers with HTTP status " + response.statusCode());
        }
        return Optional.of(JSON.readTree(response.body()));
    }

    private HttpRequest request(String path) {
        try {
            return HttpRequest.newBuilder(URI.create(address + path))
                    .timeout(timeout)
                    .build();
        } catch (IllegalArgumentException malformed) {
            throw new InvalidInputException(
                    "rest=" + address + " is no address. Give one like http://localhost:8081.", malformed);
        }
    }
}
