package dev.aimonflink.local.demo;

import dev.aimonflink.clients.query.Verification;
import dev.aimonflink.local.load.Percentiles;
import java.util.List;
import java.util.Map;

/**
 * What a demo showed.
 *
 * @param warmUpSeconds at the beginning, in which queries were not timed and markers are told apart
 * @param published calls, markers included
 * @param applied calls that the matrix counted; where a week ended meanwhile, some came too late for it
 * @param queries by query, from the time under load
 * @param complaints everything that went wrong besides wrong answers, each a sentence
 * @param brokenInvariants each a sentence
 */
record DemoReport(
        DemoOptions options,
        double seconds,
        double warmUpSeconds,
        long published,
        long applied,
        Map<String, QueryRounds.Figures> queries,
        Percentiles freshness,
        Percentiles freshnessOfPointQueries,
        Percentiles freshnessOfScans,
        Percentiles freshnessOfWarmUp,
        List<String> complaints,
        List<String> brokenInvariants,
        Verification.Outcome verification) {

    long asked() {
        return queries.values().stream().mapToLong(QueryRounds.Figures::asked).sum();
    }

    long answered() {
        return queries.values().stream()
                .mapToLong(QueryRounds.Figures::answered)
                .sum();
    }

    /** Answers that differ from the recomputation, and steps from answer to answer that cannot be. */
    int wrong() {
        return verification.differences().size() + brokenInvariants.size();
    }

    double callsPerSecond() {
        return published / seconds;
    }

    double queriesPerSecond() {
        return answered() / seconds;
    }

    /** Whether all was asked, answered, and right. */
    boolean isOk() {
        return wrong() == 0
                && complaints.isEmpty()
                && queries.values().stream()
                        .allMatch(figures -> figures.asked() > 0 && figures.asked() == figures.answered());
    }
}
