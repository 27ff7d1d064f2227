package dev.aimonflink.local.chaos;

import java.util.List;
import java.util.Map;

/**
 * What became of a run.
 *
 * @param kills by moment, those that met it as far as that can be seen
 * @param changes of parallelism or schema
 * @param records of the events topic
 * @param replies first answers by what they say
 * @param repeated further answers
 * @param compared answers that were recomputed
 * @param differences whatever is not as it should be, each a sentence
 */
record RunReport(
        Cell cell,
        Plan plan,
        Map<String, Integer> kills,
        int changes,
        long records,
        int deadLetters,
        Map<String, Integer> replies,
        long repeated,
        int compared,
        int rows,
        double seconds,
        List<String> differences) {

    boolean isExact() {
        return differences.isEmpty();
    }
}
