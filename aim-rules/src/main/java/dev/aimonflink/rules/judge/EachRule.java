package dev.aimonflink.rules.judge;

import java.util.List;

/** Looks at each rule: the plain way, beside which {@link ThresholdSearch} is checked. */
final class EachRule implements RuleMatcher {
    private final BoundRule[] rules;

    EachRule(List<BoundRule> rules) {
        this.rules = rules.toArray(BoundRule[]::new);
    }

    @Override
    public void match(RuleValues values, long[] matched) {
        for (int rule = 0; rule < rules.length; rule++) {
            if (values.holds(rule, rules[rule].compiled())) {
                matched[rule >> 6] |= 1L << rule;
            }
        }
    }
}
