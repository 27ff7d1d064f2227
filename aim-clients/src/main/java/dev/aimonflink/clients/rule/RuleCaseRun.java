package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.rule.RuleCase.Alert;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.partition.Partition;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.pass.PartitionClocks;
import dev.aimonflink.query.rule.BoundRule;
import dev.aimonflink.query.rule.Firings;
import dev.aimonflink.query.rule.Rule;
import dev.aimonflink.query.rule.RuleJudge;
import dev.aimonflink.query.rule.RuleSet;
import dev.aimonflink.query.rule.RuleValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs a case through a partition of the matrix with its rules, as the job has them. */
public final class RuleCaseRun implements RuleJudge.Memory, RuleJudge.Alerts {
    private final RuleCase ruleCase;
    private final Map<EntityId, EntityRecord> records = new HashMap<>();
    private final Map<EntityId, Firings> firings = new HashMap<>();
    private final List<Alert> alerts = new ArrayList<>();
    private final Partition partition;
    private int number;

    private RuleCaseRun(RuleCase ruleCase, List<Rule> rules, RuleModel model) {
        this.ruleCase = ruleCase;
        partition = new Partition(
                new Part.Source(0, 1, 0),
                new PartitionSettings(
                        new ColumnSet(model.schema(), List.of()), model.tables(), model.zone(), new ScalarKernels()),
                records::get,
                PartitionClocks.SYSTEM,
                part -> {});
        List<BoundRule> bound = new ArrayList<>();
        for (Rule rule : rules) {
            bound.add(new BoundRule(rule, bound.size(), bound.size(), model.columns()));
        }
        RuleSet all = new RuleSet(bound, model.columns(), RuleSet.Engine.SEARCH);
        partition.hook(new RuleJudge(model.columns(), model.zone(), all, this, this));
    }

    /** What is otherwise than it has to be, a line each; none if the case passes. */
    public static List<String> differences(RuleCase ruleCase, List<Rule> rules, RuleModel model) {
        return new RuleCaseRun(ruleCase, rules, model).differences();
    }

    private List<String> differences() {
        List<String> uncounted = new ArrayList<>();
        ruleCase.profiles().forEach(this::apply);
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

    private void apply(EntityProfile profile) {
        EntityRecord record = record(profile.key());
        if (partition.apply(record, profile.attributes()) == Effect.APPLIED) {
            records.put(profile.key(), record);
        }
    }

    private EntityRecord record(EntityId key) {
        EntityRecord known = records.get(key);
        return known == null ? partition.newRecord(key) : known;
    }

    /** Null if it counts. */
    private String problem(DeclaredEvent event) {
        EntityRecord record = record(event.key());
        try {
            Effect effect = partition.apply(record, event);
            if (effect != Effect.APPLIED) {
                return "it is " + effect.name().toLowerCase(Locale.ROOT);
            }
            records.put(event.key(), record);
            partition.makeRoom();
            return null;
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

    // ---- what entities remember

    @Override
    public Firings of(EntityRecord record) {
        return firings.get(record.key());
    }

    @Override
    public void keep(EntityRecord record, Firings changed) {
        firings.put(record.key(), changed);
    }

    /** There is nothing else that keeps it. */
    @Override
    public void marked(EntityRecord record) {}

    @Override
    public void drop(EntityRecord record) {
        firings.remove(record.key());
    }
}
