package dev.aimonflink.rules.judge;

import dev.aimonflink.rules.judge.Candidates.Candidate;
import dev.aimonflink.rules.judge.RuleForm.Alternative;
import dev.aimonflink.sql.evaluate.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * Searches for the rules that may be true. Each alternative of a rule waits at one of its thresholds, and only reached ones are checked.
 * After some events the alternatives are rearranged at the thresholds that few values have reached: on another thread, since many rules
 * take a while. A rule without such a form is checked for each event.
 *
 * <p>The arrangement does not affect the result. Thread-safe.
 */
final class ThresholdSearch implements RuleMatcher {
    private final RuleColumns columns;

    private final BoundRule[] others;

    private final int[] indexesOfOthers;
    private final List<Candidate> alternatives = new ArrayList<>();

    private volatile Arrangement arrangement;

    /** Empty while a thread looks at an event, and once there are enough. */
    private final AtomicReference<SeenValues> seen;

    ThresholdSearch(List<BoundRule> rules, RuleColumns columns) {
        this.columns = columns;
        List<Integer> withoutForm = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            RuleForm form = rules.get(rule).form();
            if (form == null) {
                withoutForm.add(rule);
            } else {
                for (Alternative each : form.alternatives()) {
                    alternatives.add(new Candidate(
                            rule,
                            each.thresholds(),
                            each.rest() == null ? null : rest(rule, columns.compiled(each.rest()))));
                }
            }
        }
        indexesOfOthers = withoutForm.stream().mapToInt(Integer::intValue).toArray();
        others = IntStream.of(indexesOfOthers).mapToObj(rules::get).toArray(BoundRule[]::new);
        SeenValues none = new SeenValues(
                alternatives.stream()
                        .flatMap(each -> each.thresholds().stream())
                        .toList(),
                columns);
        arrangement = new Arrangement(alternatives, none, columns);
        boolean isForGood =
                alternatives.stream().allMatch(each -> each.thresholds().size() == 1);
        seen = new AtomicReference<>(isForGood ? null : none);
    }

    private static Condition rest(int rule, Condition compiled) {
        return fields -> ((RuleValues) fields).holds(rule, compiled) ? Condition.TRUE : Condition.FALSE;
    }

    @Override
    public void match(RuleValues values, long[] matched) {
        if (seen.get() != null) {
            see(values);
        }
        arrangement.match(values, matched);
        for (int i = 0; i < others.length; i++) {
            if (values.holds(indexesOfOthers[i], others[i].compiled())) {
                matched[indexesOfOthers[i] >> 6] |= 1L << indexesOfOthers[i];
            }
        }
    }

    private void see(RuleValues values) {
        SeenValues mine = seen.getAndSet(null);
        if (mine != null && mine.isEnoughWith(values)) {
            ForkJoinPool.commonPool().execute(() -> arrangement = new Arrangement(alternatives, mine, columns));
        } else if (mine != null) {
            seen.set(mine);
        }
    }
}
