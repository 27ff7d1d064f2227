package dev.aimonflink.clients.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.flink.FlinkApi;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks that a cluster answers and that the job runs on it. */
final class FlinkCheck {
    private static final String CHECK = "flink";

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
        List<JsonNode> alive;
        try {
            overview = flink.get("/overview");
            alive = flink.aliveJobs();
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
