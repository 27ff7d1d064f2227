package dev.aimonflink.clients.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.RestReader;
import dev.aimonflink.core.model.InvalidInputException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;

/** The REST API of a JobManager. */
final class FlinkRest implements FlinkApi {
    private final String address;
    private final Duration timeout;

    /** @param address of the JobManager, such as {@code http://localhost:8081} */
    FlinkRest(String address, Duration timeout) {
        this.address = address.replaceAll("/+$", "");
        this.timeout = timeout;
    }

    @Override
    public Optional<JsonNode> find(String path) throws IOException, InterruptedException {
        RestReader.Reply reply = RestReader.send(request(path), timeout);
        if (!reply.isOk() && !reply.isNotFound()) {
            throw new IOException("it answers with HTTP status " + reply.status());
        }
        return Optional.ofNullable(reply.body());
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
