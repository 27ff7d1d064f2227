package dev.aimonflink.clients.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.flink.FlinkApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks that a cluster answers and that the job runs on it. */
final class FlinkCheck {
    private static final String CHECK = "flink";

    /** As named by the jar. */
    private static final String JOB_NAME = "AIM on Flink";

    private static final Set<String> ENDED = Set.of("FINISHED", "CANCELED", "FAILED");

    private FlinkCheck() {}

    /**
     * The result of a look at the cluster.
     *
     * @param answers whether there is a JobManager
     * @param jobId of our running job
     */
    record Look(Finding finding, boolean answers, Optional<String> jobId) {
        private static Look withoutJob(Finding finding) {
            return new Look(finding, true, Optional.empty());
        }
    }

    static Look look(String address, FlinkApi flink) throws InterruptedException {
        JsonNode overview;
        JsonNode jobs;
        try {
            overview = flink.get("/overview");
            jobs = flink.get("/jobs/overview").path("jobs");
        } catch (IOException unreachable) {
            Finding finding = Finding.fail(
                    CHECK,
                    "no JobManager answers at " + address + ": " + reason(unreachable),
                    "Start the cluster, or give the address of its web interface.");
            return new Look(finding, false, Optional.empty());
        }
        String cluster = "Flink " + overview.path("flink-version").asText("of unknown version") + ", "
                + overview.path("taskmanagers").asInt() + " TaskManagers, "
                + overview.path("slots-available").asInt() + " of "
                + overview.path("slots-total").asInt() + " slots free, ";
        List<JsonNode> alive = alive(jobs);
        if (alive.isEmpty()) {
            return Look.withoutJob(Finding.fail(
                    CHECK,
                    cluster + "no job",
                    "Submit the job: flink run aim-job.jar. If it failed, its log says why."));
        }
        String states = cluster + alive.stream().map(FlinkCheck::shown).collect(Collectors.joining(", "));
        return alive.stream()
                .filter(FlinkCheck::runs)
                .findFirst()
                .map(job -> new Look(
                        Finding.ok(CHECK, states),
                        true,
                        Optional.of(job.path("jid").asText())))
                .orElseGet(() -> Look.withoutJob(Finding.fail(
                        CHECK,
                        states,
                        "Give it a minute and look again. If it still does not run, its exceptions in Flink's web"
                                + " interface say why: mostly, it fails again and again, or lacks free slots.")));
    }

    /** The jobs that have not ended; only ours if one has the jar's name. */
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

    /** Java's own client often gives no message. */
    static String reason(IOException failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
