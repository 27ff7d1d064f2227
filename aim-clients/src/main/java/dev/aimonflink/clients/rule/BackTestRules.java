package dev.aimonflink.clients.rule;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.sql.evaluate.Conjuncts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules that a back-test tests, and those of the job that fire beside them. */
public final class BackTestRules {
    /** A day has 25 hours where clocks are put back. */
    private static final long PUT_BACK_MS = Duration.ofHours(1).toMillis();

    public record Read(String rule, boolean isOfJob, String column) {}

    /** @param memory its index among all */
    private record Judge(Rule rule, long version, int memory) {}

    private final RuleModel model;
    private final List<Judge> rules = new ArrayList<>();
    private final int tested;
    private final List<String> notes = new ArrayList<>();

    private long windowMs;
    private long intervalMs;
    private Read endless;
    private boolean needProfiles;

    /**
     * @param given rules to test; those that are checks are only noted
     * @param live the job's, without those that a given one replaces and those that nobody hears
     */
    public BackTestRules(List<Rule> given, List<RuleVersion> live, RuleModel model) {
        this.model = model;
        Set<String> ids = new HashSet<>();
        for (Rule each : given) {
            ids.add(each.id());
            if (each.check() == null) {
                rules.add(new Judge(testable(each), 0, rules.size()));
            } else {
                notes.add("Rule '" + each.id() + "' is left out, because it is checked, and no event makes it fire."
                        + " `aim rules preview` shows for whom it is true now.");
            }
        }
        tested = rules.size();
        if (tested == 0 && !given.isEmpty()) {
            throw new InvalidInputException(
                    "No event makes a rule of the file fire, because all are checked. `aim rules preview` shows for whom"
                            + " they are true now, and 'shadow: true' counts what they would do.");
        }
        live.stream()
                .filter(each -> !ids.contains(each.id()) && isHeard(each.rule()))
                .forEach(this::addLive);
        for (Judge each : rules) {
            look(bound(each));
        }
    }

    /** A rule as if it judged: it is often valid only later, and not enabled before it is tested. */
    private static Rule testable(Rule rule) {
        return new Rule(
                rule.id(),
                rule.when(),
                rule.params(),
                rule.every(),
                null,
                Rule.Validity.ALWAYS,
                rule.priority(),
                rule.message(),
                rule.event(),
                rule.resolves(),
                true,
                false,
                Rule.Mute.NONE);
    }

    private static boolean isHeard(Rule rule) {
        Instant until = rule.mute().until();
        boolean isMuted = rule.mute().keys().isEmpty() && (until == null || until.isAfter(Instant.now()));
        return rule.enabled() && !rule.shadow() && !isMuted && rule.check() == null;
    }

    private void addLive(RuleVersion version) {
        Judge judge = new Judge(version.rule(), version.number(), rules.size());
        try {
            BoundRule unused = bound(judge);
            rules.add(judge);
        } catch (ModelException unreadable) {
            notes.add("Rule '" + version.id() + "' of the job is left out, because the model cannot read it: "
                    + unreadable.getMessage());
        }
    }

    // ---- what they read

    private void look(BoundRule rule) {
        Duration length = rule.rule().every().period().length();
        if (!length.isZero()) {
            intervalMs = Math.max(intervalMs, length.toMillis() + PUT_BACK_MS);
        }
        BitSet read = Conjuncts.columnsOf(rule.expressions().all().toList());
        read.stream().forEach(index -> look(rule, index));
    }

    private void look(BoundRule rule, int index) {
        RuleColumns columns = model.columns();
        MatrixColumn column = columns.matrixColumn(index);
        if (column instanceof MatrixColumn.OfAttribute || column instanceof MatrixColumn.OfTable) {
            needProfiles = true;
        } else if (column instanceof MatrixColumn.Stored || column instanceof MatrixColumn.Computed) {
            WindowPolicy window =
                    model.schema().windows().get(columns.modelColumn(index).window());
            if (window.pane() != null) {
                windowMs = Math.max(windowMs, window.longest().toMillis() + PUT_BACK_MS);
            } else if (endless == null) {
                endless = new Read(
                        rule.rule().id(),
                        rule.memory() >= tested,
                        columns.modelColumn(index).name());
            }
        }
    }

    /** Whether one of them depends on attributes. */
    public boolean needProfiles() {
        return needProfiles;
    }

    /** What is read to test them from one time to another. */
    public BackTestSpan span(Instant from, Instant until, Duration skew) {
        return new BackTestSpan(
                from.toEpochMilli(), until.toEpochMilli(), windowMs, intervalMs, skew.toMillis(), endless);
    }

    /** What may be unexpected about the job's rules. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    // ---- as they judge

    /** How many are tested; their memories come first. */
    int tested() {
        return tested;
    }

    /** How many of the job fire beside them. */
    public int live() {
        return rules.size() - tested;
    }

    String id(int memory) {
        return rules.get(memory).rule.id();
    }

    /** All rules, with new counters; sets share what entities remember. */
    RuleSet newSet() {
        return new RuleSet(rules.stream().map(this::bound).toList(), model.columns(), RuleSet.Engine.SEARCH);
    }

    private BoundRule bound(Judge judge) {
        return new BoundRule(judge.rule, judge.version, judge.memory, model.columns());
    }

    RuleModel model() {
        return model;
    }
}
