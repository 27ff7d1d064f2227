package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks whether the job dropped answers or second rounds because it could not write them. */
final class WritesCheck implements MetricsCheck {
    private static final String CHECK = "writes";
    private static final String RESULTS = "resultsDropped";
    private static final String SECOND_ROUNDS = "secondRoundsDropped";

    private static final Map<String, String> WORDS = Map.of(
            "Full", "had no room while others waited",
            "NotAllowed", "the job may not write",
            "TooLarge", "were too large for the topic",
            "NotDelivered", "Kafka did not take");

    @Override
    public Finding finding(JobMetrics metrics) {
        List<String> dropped = new ArrayList<>();
        add(dropped, metrics, RESULTS, "answers");
        add(dropped, metrics, SECOND_ROUNDS, "second rounds");
        if (dropped.isEmpty()) {
            return Finding.ok(CHECK, "no answer was dropped since the job was started");
        }
        boolean notAllowed = metrics.sum(RESULTS + "NotAllowed") + metrics.sum(SECOND_ROUNDS + "NotAllowed") > 0;
        return Finding.warn(
                CHECK,
                String.join("; ", dropped) + ", since the job was started",
                notAllowed
                        ? "Grant the job's user Write on the topics of results and of queries with kafka-acls.sh"
                                + " --add. The log of the TaskManagers names the topic."
                        : "See that the broker answers and has the topics, and that no quota throttles the job. The"
                                + " log of the TaskManagers says why.");
    }

    private static void add(List<String> dropped, JobMetrics metrics, String metric, String records) {
        long all = metrics.sum(metric);
        if (all > 0) {
            List<String> reasons = new ArrayList<>();
            metrics.sumsOf(metric)
                    .forEach((reason, count) -> reasons.add(count + " " + WORDS.getOrDefault(reason, reason)));
            dropped.add(all + " " + records + " were dropped"
                    + (reasons.isEmpty() ? "" : " (" + String.join(", ", reasons) + ")"));
        }
    }
}
