package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.query.LatencyReport;
import dev.aimonflink.clients.query.Times;
import dev.aimonflink.lab.twin.AnswerComparison;
import java.util.List;
import java.util.Map;

/**
 * The results of a demo.
 *
 * @param warmUpSeconds at the beginning, without timed queries and with separate markers
 * @param published calls, including markers
 * @param applied calls that the matrix counted; some are too late if a week ended meanwhile
 * @param queries by query, from the time under load
 * @param complaints everything else that went wrong, in sentences
 * @param brokenInvariants in sentences
 */
record DemoReport(
        DemoOptions options,
        double seconds,
        double warmUpSeconds,
        long published,
        long applied,
        DemoRules.Fired alerts,
        Map<String, LatencyReport> queries,
        Times freshness,
        Times freshnessOfPointQueries,
        Times freshnessOfScans,
        Times freshnessOfWarmUp,
        List<String> complaints,
        List<String> brokenInvariants,
        AnswerComparison.Outcome verification) {

    long asked() {
        return queries.values().stream().mapToLong(LatencyReport::asked).sum();
    }

    long answered() {
        return queries.values().stream().mapToLong(LatencyReport::answered).sum();
    }

    /** Answers that differ from the recomputation or contradict earlier answers. */
    int wrong() {
        return verification.differences().size() + brokenInvariants.size();
    }

    double callsPerSecond() {
        return published / seconds;
    }

    double queriesPerSecond() {
        return answered() / seconds;
    }

    /** Whether every query was asked and answered, and every answer is right. */
    boolean isOk() {
        return wrong() == 0
                && asked() > 0
                && complaints.isEmpty()
                && queries.values().stream()
                        .allMatch(figures -> figures.asked() > 0 && figures.asked() == figures.answered());
    }
}
