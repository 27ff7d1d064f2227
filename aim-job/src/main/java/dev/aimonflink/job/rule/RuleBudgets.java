package dev.aimonflink.job.rule;

import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.judge.RuleTally;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Suspends rules that take too much work, and, if rules remember too much, the one that remembers most. */
final class RuleBudgets {
    /** Ten seconds: a suspended rule still judges for a while. */
    private static final int PULSES_BETWEEN_SUSPENSIONS = 1_000;

    private static final String TOO_DEAR = "It is suspended, because it has taken far more work than the "
            + RuleTally.WORK_OF_EVENT
            + " characters and digits that a rule may read and make with each event. Make the texts"
            + " of its condition, its message or its event shorter, as with left(x, 1000), and put it again; or let it judge"
            + " again as it is: aim rules enable ID.";

    private static final String FULL =
            "It is suspended, because rules remember more of entities than there is room for, and this"
                    + " one remembers most. Give it a shorter interval or a narrower condition, and put it again, or give the"
                    + " TaskManagers more memory.";

    private final RulesWatch watch;
    private final RuleTallies tallies;
    private final RuleJudge.Memory memory;

    /** Versions reported to the topic. */
    private final Set<Long> suspended = new HashSet<>();

    /** When the last rule was suspended because of it. */
    private long bytesTooMany;

    private int fullPulses = -PULSES_BETWEEN_SUSPENSIONS;

    RuleBudgets(RulesWatch watch, RuleTallies tallies, RuleJudge.Memory memory) {
        this.watch = watch;
        this.tallies = tallies;
        this.memory = memory;
    }

    void look(BoundRule rule, RuleTally tally) {
        if (tally.isTooDear()) {
            suspend(rule, TOO_DEAR);
        }
    }

    /** @param pulses since the start */
    void lookAtMemory(List<BoundRule> rules, int pulses) {
        if (memory.bytesTooMany() > bytesTooMany && pulses - fullPulses >= PULSES_BETWEEN_SUSPENSIONS) {
            fullPulses = pulses;
            // What a suspended rule remembers stays, so only one that adds to it is the next.
            bytesTooMany = memory.bytesTooMany();
            rules.stream()
                    .filter(each -> tallies.of(each).begun() > 0 && !suspended.contains(each.version()))
                    .max(Comparator.comparingLong(each -> tallies.of(each).begun()))
                    .ifPresent(most -> suspend(most, FULL));
        }
    }

    private void suspend(BoundRule rule, String why) {
        if (suspended.add(rule.version())) {
            watch.suspend(rule, why);
        }
    }
}
