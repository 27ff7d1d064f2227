package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.FlinkApi;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.clients.flink.JobMetrics;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Checks the cluster, and the job's checkpoints and metrics, by Flink's REST API. */
public final class ClusterChecks {
    private ClusterChecks() {}

    /** In place of the findings if no address is given. */
    public static Finding skipped() {
        return Finding.skipped(
                "flink",
                "the cluster, checkpoints, dead letters, failed answers and lag were not looked at",
                "Give --rest http://HOST:PORT of the JobManager; aim cluster status prints that of a local one.");
    }

    /** In their place if the job cannot work, because its broker does not answer. */
    public static Finding skippedWithoutBroker() {
        return Finding.skipped(
                "flink",
                "the cluster and the job were not looked at: without the broker, neither rules nor events go on",
                "Run aim doctor again once the broker answers.");
    }

    public static List<Finding> findings(FlinkRest flink, Duration timeout) throws InterruptedException {
        FlinkCheck.Look look = FlinkCheck.look(flink.address(), flink);
        List<Finding> findings = new ArrayList<>(List.of(look.finding()));
        if (look.answers()) {
            findings.add(TlsCheck.finding(flink));
        }
        if (look.jobId().isPresent()) {
            findings.addAll(ofJob(flink, look.jobId().get(), timeout));
        }
        return findings;
    }

    private static List<Finding> ofJob(FlinkApi flink, String jobId, Duration timeout) throws InterruptedException {
        try {
            JobMetrics metrics = JobMetrics.read(flink, jobId, timeout);
            List<Finding> findings = new ArrayList<>();
            findings.add(new CheckpointsCheck(InstantSource.system()).finding(flink, jobId));
            findings.addAll(ofMetrics(metrics));
            return findings;
        } catch (IOException failure) {
            return List.of(Finding.warn(
                    "job metrics",
                    "they cannot be read: " + FlinkCheck.reason(failure),
                    "Look again; if it stays, read the JobManager's log."));
        }
    }

    /** In the order in which they are shown. */
    static List<Finding> ofMetrics(JobMetrics metrics) {
        return metrics.isEmpty()
                ? List.of(Finding.warn(
                        "job metrics",
                        "the JobManager has none of the job's",
                        "Give a longer --timeout; if it stays, see that the TaskManagers can reach the JobManager."))
                : List.of(
                        EventChecks.deadLetters(metrics),
                        EventChecks.lostRecords(metrics),
                        QueryChecks.answers(metrics),
                        QueryChecks.writes(metrics),
                        RulesCheck.finding(metrics),
                        QueryChecks.planning(metrics),
                        EventChecks.lag(metrics),
                        EventChecks.rows(metrics),
                        EventChecks.hotKey(metrics));
    }
}
