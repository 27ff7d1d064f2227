package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Asks a job for how many entities rules are true now, in as many questions as needed. */
public final class RulePreviews {
    private RulePreviews() {}

    /** All rows, or the first answer that has none. */
    public static QueryResult ask(QueryClient client, List<Rule> rules, Duration timeout) {
        final long endNanos = System.nanoTime() + timeout.toNanos();
        List<List<Object>> rows = new ArrayList<>();
        QueryResult last = null;
        for (int from = 0; from < rules.size(); from += PreviewRules.MOST_RULES) {
            List<Rule> some = rules.subList(from, Math.min(rules.size(), from + PreviewRules.MOST_RULES));
            last = client.answer(
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
