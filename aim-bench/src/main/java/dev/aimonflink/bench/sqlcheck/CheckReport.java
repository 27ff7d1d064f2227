package dev.aimonflink.bench.sqlcheck;

import java.util.List;
import java.util.Map;

/**
 * What a check of queries found.
 *
 * @param counts by what was seen, in the order of the words, how often
 * @param differences the first ones, each with its seed and text
 */
public record CheckReport(Map<String, Long> counts, List<String> differences) {
    public long count(String what) {
        return counts.getOrDefault(what, 0L);
    }
}
