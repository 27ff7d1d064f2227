package dev.aimonflink.lab.chaos;

import dev.aimonflink.lab.disturbance.Cell;
import java.util.List;
import java.util.Map;

/**
 * The results of a run.
 *
 * @param kills that met their moment, by moment
 * @param missed kills at another moment than planned
 * @param changes of parallelism or schema
 * @param ruleVersions that fired
 * @param alerts according to the rules
 * @param repeatedAlerts further ones, if they are at-least-once
 * @param replies first answers by outcome
 * @param repeated further answers
 * @param longestWaitSeconds of others beside them
 * @param differences everything that is wrong, in sentences
 */
record RunReport(
        Cell cell,
        Map<String, Integer> kills,
        Map<String, Integer> missed,
        int changes,
        long records,
        int deadLetters,
        int ruleVersions,
        int alerts,
        long repeatedAlerts,
        Map<String, Integer> replies,
        long repeated,
        int attacks,
        double longestWaitSeconds,
        int compared,
        int rows,
        double seconds,
        List<String> differences) {

    /** The fault of a run whose kills all missed: it shows nothing. */
    static List<String> ofKills(Map<String, Integer> kills, Map<String, Integer> missed) {
        return kills.isEmpty() && !missed.isEmpty()
                ? List.of("All kills missed their moment (" + String.join(", ", missed.keySet())
                        + "), so the run shows nothing. Give more --points or another --seed.")
                : List.of();
    }

    boolean isExact() {
        return differences.isEmpty();
    }
}
