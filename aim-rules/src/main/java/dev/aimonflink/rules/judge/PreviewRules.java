package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.RecordQuestion;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.sql.evaluate.Conjuncts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** For how many entities rules are true now, and some of them. */
public final class PreviewRules implements Query, RecordQuestion {
    /** Only in a job, which knows its tables. */
    public static final String ID = "preview";

    /** The rules as in their topic, a line each. */
    public static final String PARAMETER = "rules";

    /** The most rules of one preview; further ones take another question. */
    public static final int MOST_RULES = 100;

    private static final GroupLimit LIMIT = GroupLimit.orFail(1_000_000);

    private final List<Rule> rules;
    private final RuleColumns columns;
    private final LongConsumer timeCheck;
    private final List<BoundRule> bound = new ArrayList<>();

    /**
     * @param timeCheck is given the CPU time used for looking at records, and may end it
     * @throws dev.aimonflink.matrix.model.ModelException if a rule is meaningless, or needs an event
     */
    public PreviewRules(List<Rule> rules, RuleColumns columns, LongConsumer timeCheck) {
        this.rules = List.copyOf(rules);
        this.columns = columns;
        this.timeCheck = timeCheck;
        for (Rule each : rules) {
            BoundRule rule = new BoundRule(each, bound.size(), bound.size(), columns);
            requireNoEvent(rule, columns);
            bound.add(rule);
        }
    }

    private static void requireNoEvent(BoundRule rule, RuleColumns columns) {
        Conjuncts.columnsOf(List.of(rule.condition())).stream()
                .filter(columns::isOfEvent)
                .mapToObj(columns::nameOf)
                .findFirst()
                .ifPresent(needed -> {
                    throw new ModelException(
                            "Rule '" + rule.rule().id() + "' needs an event, because it reads " + needed
                                    + ", so nobody can say for whom it is true now. `aim rules test` shows what it does with events, and"
                                    + " 'shadow: true' counts it.",
                            "when");
                });
    }

    public List<BoundRule> bound() {
        return bound;
    }

    public static AskedQuery asked(List<byte[]> rules) {
        List<String> lines = rules.stream()
                .map(each -> new String(each, StandardCharsets.UTF_8))
                .toList();
        return new AskedQuery(ID, Map.of(PARAMETER, String.join("\n", lines)));
    }

    @Override
    public Finding begin(Rows rows, long nowMs) {
        RulePreview preview = new RulePreview(bound, columns);
        return new Finding() {
            @Override
            public void look(int row, EntityRecord recordOrNull) {
                if (recordOrNull != null) {
                    preview.look(recordOrNull, nowMs);
                }
            }

            @Override
            public void hasUsed(long cpuNanos) {
                timeCheck.accept(cpuNanos);
            }

            @Override
            public Partial partial(long looked) {
                return PreviewRules.this.partial(preview.tally());
            }
        };
    }

    public Partial partial(PreviewTally tally) {
        Keys keys = Keys.inUsualOrder(3);
        Counts entities = new Counts();
        for (int rule = 0; rule < rules.size(); rule++) {
            keys.add((long) rule, null, null);
            entities.add(tally.entities(rule));
            for (PreviewTally.Example each : tally.examples(rule)) {
                keys.add((long) rule, each.key(), each.message());
                entities.add(1);
            }
        }
        return Partial.ofGroups(LIMIT, keys, List.of(entities));
    }

    @Override
    public List<String> answerColumns() {
        return List.of("rule", "entities", "key", "message");
    }

    @Override
    public List<String> answerTypes() {
        return List.of("text", "bigint", "text", "text");
    }

    /** A row for each rule in order, followed by one for each example. */
    @Override
    public List<List<Object>> answer(Partial merged) {
        long[] entities = new long[rules.size()];
        List<List<List<Object>>> examples = new ArrayList<>();
        rules.forEach(each -> examples.add(new ArrayList<>()));
        for (int row = 0; row < merged.rows(); row++) {
            int rule = Math.toIntExact((Long) merged.keys().value(row, 0));
            Object key = merged.keys().value(row, 1);
            if (key == null) {
                entities[rule] = merged.states(0, Counts.class).count(row);
            } else if (examples.get(rule).size() < PreviewTally.EXAMPLES) {
                examples.get(rule)
                        .add(Arrays.asList(
                                rules.get(rule).id(), null, key, merged.keys().value(row, 2)));
            }
        }
        List<List<Object>> answer = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            answer.add(Arrays.asList(rules.get(rule).id(), entities[rule], null, null));
            answer.addAll(examples.get(rule));
        }
        return answer;
    }

    /**
     * Finds for which entities rules are true now, testing their conditions on the present records as for an event. Whether a rule is
     * enabled, valid or muted does not matter. For one thread.
     */
    private static final class RulePreview {
        private final RuleMatcher matcher;
        private final RuleValues values;
        private final long[] matched;
        private final PreviewTally tally;

        RulePreview(List<BoundRule> rules, RuleColumns columns) {
            matcher = new ThresholdSearch(rules, columns);
            values = new RuleValues(columns, new RuleTallies());
            values.search(rules);
            matched = new long[(rules.size() + Long.SIZE - 1) / Long.SIZE];
            tally = new PreviewTally(rules, columns);
        }

        void look(EntityRecord record, long nowMs) {
            values.of(record, nowMs);
            Arrays.fill(matched, 0);
            matcher.match(values, matched);
            for (int word = 0; word < matched.length; word++) {
                for (long bits = matched[word]; bits != 0; bits &= bits - 1) {
                    tally.found((word << 6) + Long.numberOfTrailingZeros(bits), record::key, values);
                }
            }
        }

        PreviewTally tally() {
            return tally;
        }
    }
}
