package dev.aimonflink.clients.rule;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/** Asks a job for how many entities rules are true now, in as many questions as needed. */
public final class RulePreviews {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RulePreviews() {}

    /** A row for each rule: its id, for how many entities it is true, and an array of some of them, each with what its alert would say. */
    public static List<List<Object>> byRule(QueryResult answer) {
        List<List<Object>> rules = new ArrayList<>();
        for (List<Object> row : answer.rows()) {
            if (row.get(2) == null) {
                rules.add(Arrays.asList(row.get(0), row.get(1), JSON.createArrayNode()));
            } else {
                ((ArrayNode) rules.get(rules.size() - 1).get(2))
                        .addObject()
                        .put("key", (String) row.get(2))
                        .put("message", (String) row.get(3));
            }
        }
        return rules;
    }

    /**
     * All rows, or the first answer that has none.
     *
     * @param client asks a question, within a time
     */
    public static QueryResult ask(
            BiFunction<AskedQuery, Duration, QueryResult> client, List<Rule> rules, Duration timeout) {
        final long endNanos = System.nanoTime() + timeout.toNanos();
        List<List<Object>> rows = new ArrayList<>();
        QueryResult last = null;
        for (int from = 0; from < rules.size(); from += PreviewRules.MOST_RULES) {
            List<Rule> some = rules.subList(from, Math.min(rules.size(), from + PreviewRules.MOST_RULES));
            last = client.apply(
                    PreviewRules.asked(some.stream().map(RuleJson::write).toList()),
                    Duration.ofNanos(Math.max(1, endNanos - System.nanoTime())));
            if (last.status() != QueryResult.Status.OK) {
                return last;
            }
            rows.addAll(last.rows());
        }
        return new QueryResult(
                last.origin(),
                last.status(),
                new QueryResult.Table(last.columns(), last.table().types(), rows),
                last.asOf(),
                last.work(),
                null);
    }
}
