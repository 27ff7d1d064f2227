package dev.aimonflink.query.sqlcheck;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a check of queries found.
 *
 * @param counts by what was seen, in the order of the words, how often
 * @param differences the first ones, each with its seed and text
 */
record CheckReport(long seed, Map<String, Long> counts, List<String> differences) {
    long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** Fails if there is a difference. A log has to say what was checked where there is none. */
    void requireNoDifference(int queries) {
        System.out.println("seed=" + seed + ": " + counts);
        assertThat(String.join("\n", differences)).as("seed=%d", seed).isEmpty();
        assertThat(count(Tally.QUERIES)).isEqualTo(queries);
    }

    void requireMoreThan(long least, String what) {
        assertThat(count(what)).as("%s, seed=%d: %s", what, seed, counts).isGreaterThan(least);
    }
}
