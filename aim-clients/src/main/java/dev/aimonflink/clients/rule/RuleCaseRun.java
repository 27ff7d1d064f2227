package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.rule.RuleCase.Alert;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs a case through a matrix with its rules, as in the job. */
public final class RuleCaseRun implements RuleJudge.Alerts {
    private final RuleCase ruleCase;
    private final List<Alert> alerts = new ArrayList<>();
    private final ScratchMatrix matrix;
    private int number;

    private RuleCaseRun(RuleCase ruleCase, List<Rule> rules, RuleModel model) {
        this.ruleCase = ruleCase;
        matrix = new ScratchMatrix(model, Integer.MAX_VALUE, this);
        List<BoundRule> bound = new ArrayList<>();
        for (Rule rule : rules) {
            bound.add(new BoundRule(rule, bound.size(), bound.size(), model.columns()));
        }
        matrix.judgeBy(new RuleSet(bound, model.columns(), RuleSet.Engine.SEARCH));
    }

    /** The differences from what is expected, a line each; empty if the case passes. */
    public static List<String> differences(RuleCase ruleCase, List<Rule> rules, RuleModel model) {
        return new RuleCaseRun(ruleCase, rules, model).differences();
    }

    private List<String> differences() {
        List<String> uncounted = new ArrayList<>();
        ruleCase.profiles().forEach(profile -> matrix.apply(profile.key(), profile.attributes()));
        long newestMs = Long.MIN_VALUE;
        for (DeclaredEvent event : ruleCase.events()) {
            newestMs = Math.max(newestMs, event.timestampMs());
            event.clockMs(newestMs);
            event.position(0, ++number);
            String problem = problem(event);
            if (problem != null) {
                uncounted.add("event " + number + " does not count: " + problem);
            }
        }
        List<String> all = new ArrayList<>(uncounted);
        all.addAll(ruleCase.differences(alerts));
        return all;
    }

    /** Null if it counts. */
    private String problem(DeclaredEvent event) {
        try {
            Effect effect = matrix.apply(event);
            return effect == Effect.APPLIED ? null : "it is " + effect.name().toLowerCase(Locale.ROOT);
        } catch (FilterFailure failure) {
            return failure.getMessage();
        }
    }

    @Override
    public void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        if (ruleCase.rules().isEmpty() || ruleCase.rules().contains(rule.rule().id())) {
            alerts.add(new Alert(
                    rule.rule().id(),
                    isResolved,
                    values.record().key().toString(),
                    number,
                    rule.expressions().message().text(values)));
        }
    }
}
