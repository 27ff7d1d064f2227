package dev.aimonflink.rules.report;

import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which rules the job judges by, and how often each has fired. Every partition answers at once.
 *
 * <p>The first row is about the job: it has no rule, but the lowest version that every partition has read. A row for each rule follows.
 */
public record RulesReport() implements Query {
    /** Not in a model's catalogue. */
    public static final String ID = "rules";

    /** Partitions may differ in their versions of as many rules as there can be. */
    private static final GroupLimit LIMIT = GroupLimit.orFail(100_000);

    /** No topic's name has it. */
    public static final String BETWEEN_TOPICS = ",";

    public static AskedQuery asked() {
        return AskedQuery.withDefaults(ID);
    }

    public Partial partial(RulesState state) {
        Keys keys = Keys.inUsualOrder(7);
        List<Counts> figures = List.of(new Counts(), new Counts(), new Counts(), new Counts());
        keys.add(
                null,
                state.read(),
                null,
                state.job().delayMs(),
                String.join(BETWEEN_TOPICS, state.job().topics()),
                state.job().zone(),
                state.job().sinceMs());
        figures.forEach(each -> each.add(0));
        state.rules().forEach(each -> add(each, keys, figures));
        return Partial.ofGroups(LIMIT, keys, List.copyOf(figures));
    }

    private static void add(RulesState.OfRule rule, Keys keys, List<Counts> figures) {
        keys.add(rule.rule(), rule.version(), rule.fault(), null, null, null, null);
        figures.get(0).add(rule.fired());
        figures.get(1).add(rule.suppressed());
        figures.get(2).add(rule.failed());
        figures.get(3).add(rule.cpuNanos());
    }

    @Override
    public List<String> answerColumns() {
        return List.of(
                "rule",
                "version",
                "fired",
                "suppressed",
                "failed",
                "fault",
                "delayMs",
                "topics",
                "zone",
                "sinceMs",
                "cpuNanos");
    }

    @Override
    public List<String> answerTypes() {
        return List.of(
                "text", "bigint", "bigint", "bigint", "bigint", "text", "bigint", "text", "text", "bigint", "bigint");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<Object> first = null;
        Map<String, Total> totals = new TreeMap<>();
        for (int row = 0; row < merged.rows(); row++) {
            String rule = (String) merged.keys().value(row, 0);
            if (rule == null && first == null) {
                // Versions rise from row to row.
                first = Arrays.asList(
                        null,
                        merged.keys().value(row, 1),
                        null,
                        null,
                        null,
                        null,
                        merged.keys().value(row, 3),
                        merged.keys().value(row, 4),
                        merged.keys().value(row, 5),
                        merged.keys().value(row, 6),
                        null);
            } else if (rule != null) {
                totals.computeIfAbsent(rule, Total::new).add(merged, row);
            }
        }
        List<List<Object>> answer = new ArrayList<>();
        answer.add(first);
        totals.values().forEach(each -> answer.add(each.row()));
        return answer;
    }

    /** A rule over all partitions and versions. */
    private static final class Total {
        private final String rule;
        private Long version;
        private final long[] figures = new long[4];
        private String fault;

        Total(String rule) {
            this.rule = rule;
        }

        void add(Partial merged, int row) {
            Long ofRow = (Long) merged.keys().value(row, 1);
            String faultOrNull = (String) merged.keys().value(row, 2);
            // Versions rise from row to row.
            if (faultOrNull == null) {
                version = ofRow;
                fault = null;
            } else {
                fault = "Version " + ofRow + ": " + faultOrNull;
            }
            for (int i = 0; i < figures.length; i++) {
                figures[i] += merged.states(i, Counts.class).count(row);
            }
        }

        /** The newest version that can judge, and a newer one's fault. */
        List<Object> row() {
            return Arrays.asList(
                    rule, version, figures[0], figures[1], figures[2], fault, null, null, null, null, figures[3]);
        }
    }
}
