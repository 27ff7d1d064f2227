package dev.aimonflink.clients.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads Flink's REST API. */
public interface FlinkApi {
    /** As named by the jar. */
    String JOB_NAME = "AIM on Flink";

    Set<String> ENDED = Set.of("FINISHED", "CANCELED", "FAILED");

    /** The document at a path such as {@code /jobs/overview}, or empty. */
    Optional<JsonNode> find(String path) throws IOException, InterruptedException;

    default JsonNode get(String path) throws IOException, InterruptedException {
        return find(path).orElseThrow(() -> new IOException("it answers with HTTP status 404"));
    }

    /** The jobs that have not ended; only ours if one has the jar's name. */
    default List<JsonNode> aliveJobs() throws IOException, InterruptedException {
        List<JsonNode> alive = new ArrayList<>();
        get("/jobs/overview").path("jobs").forEach(job -> {
            if (!ENDED.contains(job.path("state").asText())) {
                alive.add(job);
            }
        });
        List<JsonNode> ours = alive.stream()
                .filter(job -> job.path("name").asText().equals(JOB_NAME))
                .toList();
        return ours.isEmpty() ? alive : ours;
    }
}
