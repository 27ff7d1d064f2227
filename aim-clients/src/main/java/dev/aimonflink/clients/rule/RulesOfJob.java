package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.request.RulesReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a job says of its rules.
 *
 * @param read the newest version that all its partitions have read; -1 for none
 * @param rules by their ids
 */
public record RulesOfJob(long read, Map<String, OfRule> rules) {
    /**
     * Figures since the job was started.
     *
     * @param fault why a newer version does not judge; null if none is wrong
     */
    public record OfRule(Object fired, Object suppressed, Object failed, String fault) {
        public static final OfRule UNKNOWN = new OfRule(null, null, null, null);
    }

    /** None if no job answers in time. */
    public static Optional<RulesOfJob> ask(QueryClient client, Duration timeout) {
        return client.answer(RulesReport.asked(), timeout).map(RulesOfJob::of);
    }

    private static RulesOfJob of(QueryResult answer) {
        Map<String, OfRule> rules = new TreeMap<>();
        List<List<Object>> rows = answer.rows();
        for (List<Object> row : rows.subList(1, rows.size())) {
            rules.put((String) row.get(0), new OfRule(row.get(2), row.get(3), row.get(4), (String) row.get(5)));
        }
        return new RulesOfJob(((Number) rows.get(0).get(1)).longValue(), rules);
    }

    /** Nulls if the job does not say anything of a rule. */
    public OfRule of(String id) {
        return rules.getOrDefault(id, OfRule.UNKNOWN);
    }
}
