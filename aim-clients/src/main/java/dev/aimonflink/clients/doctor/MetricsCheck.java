package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;
import java.util.ArrayList;
import java.util.List;

/** A check that reads the job's metrics. */
interface MetricsCheck {
    /** In the order in which they are shown. */
    List<MetricsCheck> ALL = List.of(
            new DeadLettersCheck(),
            new LostRecordsCheck(),
            new AnswersCheck(),
            new WritesCheck(),
            new RulesCheck(),
            new PlanningCheck(),
            new LagCheck(),
            new RowsCheck(),
            new HotKeyCheck());

    Finding finding(JobMetrics metrics);

    static List<Finding> findings(JobMetrics metrics) {
        if (metrics.isEmpty()) {
            return List.of(Finding.warn(
                    "job metrics",
                    "the JobManager has none of the job's",
                    "Give a longer --timeout; if it stays, see that the TaskManagers can reach the JobManager."));
        }
        List<Finding> findings = new ArrayList<>();
        ALL.forEach(check -> findings.add(check.finding(metrics)));
        return findings;
    }
}
