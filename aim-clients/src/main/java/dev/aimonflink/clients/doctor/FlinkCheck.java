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

/** What Flink's REST API tells of the cluster and its jobs. */
public final class FlinkCheck {
    private static final String CHECK = "flink";
    private static final ObjectMapper JSON = new ObjectMapper();

    private FlinkCheck() {}

    /** @param address of the JobManager, such as {@code http://localhost:8081} */
    public static Finding finding(String address, Duration timeout) throws InterruptedException {
        JsonNode overview;
        try {
            overview = get(uri(address), timeout);
        } catch (IOException unreachable) {
            return Finding.fail(
                    CHECK,
                    "no JobManager answers at " + address + ": " + told(unreachable),
                    "Start the cluster, or give the address of its web interface.");
        }
        String cluster = "Flink " + overview.path("flink-version").asText("of unknown version") + ", "
                + overview.path("taskmanagers").asInt() + " TaskManagers, "
                + overview.path("slots-available").asInt() + " of "
                + overview.path("slots-total").asInt() + " slots free, "
                + overview.path("jobs-running").asInt() + " jobs running";
        return overview.path("jobs-running").asInt() > 0
                ? Finding.ok(CHECK, cluster)
                : Finding.fail(
                        CHECK, cluster, "Submit the job: flink run aim-job.jar. If it failed, its log says why.");
    }

    private static URI uri(String address) {
        try {
            return URI.create(address.replaceAll("/+$", "") + "/overview");
        } catch (IllegalArgumentException malformed) {
            throw new InvalidInputException(
                    "rest=" + address + " is no address. Give one like http://localhost:8081.", malformed);
        }
    }

    private static JsonNode get(URI uri, Duration timeout) throws IOException, InterruptedException {
        HttpRequest request;
        try {
            request = HttpRequest.newBuilder(uri).timeout(timeout).build();
        } catch (IllegalArgumentException malformed) {
            throw new InvalidInputException(
                    "rest=" + uri + " is no address. Give one like http://localhost:8081.", malformed);
        }
        HttpResponse<String> response =
                HttpClient.newBuilder().connectTimeout(timeout).build().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("it answers with HTTP status " + response.statusCode());
        }
        return JSON.readTree(response.body());
    }

    /** Java's own client often gives no message. */
    private static String told(IOException failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
