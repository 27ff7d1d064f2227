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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What Flink's REST API tells of the cluster and its jobs. */
public final class FlinkCheck {
    private static final String CHECK = "flink";

    /** As the jar names its job. */
    private static final String JOB_NAME = "AIM on Flink";

    private static final Set<String> ENDED = Set.of("FINISHED", "CANCELED", "FAILED");
    private static final ObjectMapper JSON = new ObjectMapper();

    private FlinkCheck() {}

    /** @param address of the JobManager, such as {@code http://localhost:8081} */
    public static Finding finding(String address, Duration timeout) throws InterruptedException {
        JsonNode overview;
        JsonNode jobs;
        try {
            overview = get(uri(address, "/overview"), timeout);
            jobs = get(uri(address, "/jobs/overview"), timeout).path("jobs");
        } catch (IOException unreachable) {
            return Finding.fail(
                    CHECK,
                    "no JobManager answers at " + address + ": " + told(unreachable),
                    "Start the cluster, or give the address of its web interface.");
        }
        String cluster = "Flink " + overview.path("flink-version").asText("of unknown version") + ", "
                + overview.path("taskmanagers").asInt() + " TaskManagers, "
                + overview.path("slots-available").asInt() + " of "
                + overview.path("slots-total").asInt() + " slots free, ";
        List<JsonNode> alive = alive(jobs);
        if (alive.isEmpty()) {
            return Finding.fail(
                    CHECK,
                    cluster + "no job",
                    "Submit the job: flink run aim-job.jar. If it failed, its log says why.");
        }
        String states = cluster + alive.stream().map(FlinkCheck::shown).collect(Collectors.joining(", "));
        return alive.stream().anyMatch(FlinkCheck::runs)
                ? Finding.ok(CHECK, states)
                : Finding.fail(
                        CHECK,
                        states,
                        "Give it a minute and look again. If it still does not run, its exceptions in Flink's web"
                                + " interface say why: mostly, it fails again and again, or lacks free slots.");
    }

    /** Those that have not ended; ours alone where one has the name that the jar gives. */
    private static List<JsonNode> alive(JsonNode jobs) {
        List<JsonNode> alive = new ArrayList<>();
        jobs.forEach(job -> {
            if (!ENDED.contains(job.path("state").asText())) {
                alive.add(job);
            }
        });
        List<JsonNode> ours = alive.stream()
                .filter(job -> job.path("name").asText().equals(JOB_NAME))
                .toList();
        return ours.isEmpty() ? alive : ours;
    }

    /** A job that waits for slots is called running, too. */
    private static boolean runs(JsonNode job) {
        return job.path("state").asText().equals("RUNNING")
                && job.at("/tasks/running").asInt() == job.at("/tasks/total").asInt();
    }

    private static String shown(JsonNode job) {
        return "job '" + job.path("name").asText() + "' is " + job.path("state").asText() + " with "
                + job.at("/tasks/running").asInt() + " of "
                + job.at("/tasks/total").asInt() + " tasks";
    }

    private static URI uri(String address, String path) {
        try {
            return URI.create(address.replaceAll("/+$", "") + path);
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
