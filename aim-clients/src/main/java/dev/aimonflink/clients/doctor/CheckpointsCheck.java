package dev.aimonflink.clients.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.flink.FlinkApi;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Checks that the job's checkpoints succeed, without which nothing is exactly-once. */
final class CheckpointsCheck {
    private static final String CHECK = "checkpoints";

    private final InstantSource clock;

    CheckpointsCheck(InstantSource clock) {
        this.clock = clock;
    }

    Finding finding(FlinkApi flink, String jobId) throws IOException, InterruptedException {
        Optional<JsonNode> config = flink.find("/jobs/" + jobId + "/checkpoints/config");
        long intervalMs = config.map(each -> each.path("interval").asLong()).orElse(0L);
        if (intervalMs <= 0 || intervalMs == Long.MAX_VALUE) {
            return Finding.warn(
                    CHECK,
                    "they are off: a failure loses what the job has counted",
                    "Stop the job with a savepoint, and submit it with -Dexecution.checkpointing.interval=10s, or set"
                            + " that in Flink's configuration.");
        }
        JsonNode statistics = flink.get("/jobs/" + jobId + "/checkpoints");
        JsonNode completed = statistics.at("/latest/completed");
        JsonNode failed = statistics.at("/latest/failed");
        String counts = "every " + Durations.text(Duration.ofMillis(intervalMs)) + ", "
                + statistics.at("/counts/completed").asLong() + " completed, "
                + statistics.at("/counts/failed").asLong() + " failed";
        String last = completed.hasNonNull("latest_ack_timestamp")
                ? ", the last " + age(completed, "latest_ack_timestamp") + " ago"
                : "";
        if (failed.path("id").asLong(-1) > completed.path("id").asLong(-1)) {
            return Finding.warn(
                    CHECK,
                    counts + last + "; the newest one failed: "
                            + failed.path("failure_message").asText("no reason given"),
                    "See that the store is reachable and fast enough, and that execution.checkpointing.timeout is long"
                            + " enough. Until one completes, a restart replays more and more.");
        }
        return Finding.ok(
                CHECK,
                counts + last + earlier(failed, statistics.at("/counts/failed").asLong()));
    }

    /** A failure while the job started, for example, has no consequence. Flink keeps only the reasons of checkpoints that had begun. */
    private String earlier(JsonNode failed, long count) {
        if (failed.hasNonNull("failure_timestamp")) {
            return "; one failed " + age(failed, "failure_timestamp") + " ago and a later one completed: "
                    + failed.path("failure_message").asText("no reason given");
        }
        return count > 0 ? "; those that failed had not begun, as while tasks start, and have no consequence" : "";
    }

    private String age(JsonNode checkpoint, String field) {
        long ageMs = clock.millis() - checkpoint.path(field).asLong();
        return Durations.text(Duration.ofSeconds(Math.max(0, ageMs / 1000)));
    }
}
