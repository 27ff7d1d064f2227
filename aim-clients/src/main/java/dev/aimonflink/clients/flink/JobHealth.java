package dev.aimonflink.clients.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What only Flink knows of a job.
 *
 * @param restarts since it was submitted; null if Flink does not say
 * @param checkpoint when the newest one was complete; null if there is none
 * @param checkpointBytes its size
 * @param checkpointMs how long it took
 * @param failedCheckpoints since the job was submitted
 */
public record JobHealth(
        String state,
        Long restarts,
        Instant checkpoint,
        long checkpointBytes,
        long checkpointMs,
        long failedCheckpoints) {
    /** Empty if there is no job, or no JobManager answers. */
    public static Optional<JobHealth> of(FlinkApi flink) throws InterruptedException {
        try {
            List<JsonNode> jobs = flink.aliveJobs();
            return jobs.isEmpty() ? Optional.empty() : Optional.of(of(flink, jobs.get(0)));
        } catch (IOException silent) {
            return Optional.empty();
        }
    }

    private static JobHealth of(FlinkApi flink, JsonNode job) throws IOException, InterruptedException {
        String path = "/jobs/" + job.path("jid").asText();
        JsonNode restarts = flink.get(path + "/metrics?get=numRestarts");
        JsonNode checkpoints = flink.get(path + "/checkpoints");
        JsonNode newest = checkpoints.at("/latest/completed");
        return new JobHealth(
                job.path("state").asText(),
                restarts.path(0).hasNonNull("value")
                        ? Long.valueOf(restarts.path(0).get("value").asLong())
                        : null,
                newest.hasNonNull("latest_ack_timestamp")
                        ? Instant.ofEpochMilli(
                                newest.path("latest_ack_timestamp").asLong())
                        : null,
                newest.path("state_size").asLong(),
                newest.path("end_to_end_duration").asLong(),
                checkpoints.at("/counts/failed").asLong());
    }
}
