package dev.aimonflink.query.rule;

import dev.aimonflink.query.rule.Candidates.Candidate;
import dev.aimonflink.query.rule.RuleForm.Alternative;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Searches for the rules that may be true. Each alternative of a rule waits at one of its thresholds, and only those that are reached are
 * looked at. After some events the alternatives are arranged anew, at the thresholds that few values have reached. A rule without
 * such a form is looked at for each event.
 */
final class ThresholdSearch implements RuleMatcher {
    private final RuleColumns columns;

    /** The rules without thresholds. */
    private final BoundRule[] others;

    private final int[] indexesOfOthers;

    private Arrangement arrangement;

    // Null once the alternatives are arranged for good.
    private List<Candidate> alternatives;
    private SeenValues seen;

    ThresholdSearch(List<BoundRule> rules, RuleColumns columns) {
        this.columns = columns;
        List<Integer> withoutForm = new ArrayList<>();
        alternatives = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            RuleForm form = rules.get(rule).form();
            if (form == null) {
                withoutForm.add(rule);
            } else {
                for (Alternative each : form.alternatives()) {
                    alternatives.add(new Candidate(
                            rule,
                            each.thresholds(),
                            each.rest() == null ? null : rules.get(rule).guarded(columns.compiled(each.rest()))));
                }
            }
        }
        indexesOfOthers = withoutForm.stream().mapToInt(Integer::intValue).toArray();
        others = IntStream.of(indexesOfOthers).mapToObj(rules::get).toArray(BoundRule[]::new);
        seen = new SeenValues(
                alternatives.stream()
                        .flatMap(each -> each.thresholds().stream())
                        .toList(),
                columns);
        arrangement = new Arrangement(alternatives, seen, columns);
        if (alternatives.stream().allMatch(each -> each.thresholds().size() == 1)) {
            arrangeForGood();
        }
    }

    private void arrangeForGood() {
        alternatives = null;
        seen = null;
    }

    @Override
    public void match(RuleValues values, long[] matched) {
        if (seen != null && seen.isEnoughWith(values)) {
            arrangement = new Arrangement(alternatives, seen, columns);
            arrangeForGood();
        }
        arrangement.match(values, matched);
        for (int i = 0; i < others.length; i++) {
            if (others[i].holds(values)) {
                matched[indexesOfOthers[i] >> 6] |= 1L << indexesOfOthers[i];
            }
        }
    }
}
