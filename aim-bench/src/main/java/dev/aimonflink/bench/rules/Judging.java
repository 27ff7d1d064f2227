package dev.aimonflink.bench.rules;

import dev.aimonflink.bench.world.Moment;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.rule.BoundRule;
import dev.aimonflink.query.rule.Every;
import dev.aimonflink.query.rule.Firings;
import dev.aimonflink.query.rule.Rule;
import dev.aimonflink.query.rule.RuleColumns;
import dev.aimonflink.query.rule.RuleJudge;
import dev.aimonflink.query.rule.RuleSet;
import dev.aimonflink.query.rule.RuleValues;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A judge that keeps what has fired in a hash map, and counts alerts instead of writing them. */
final class Judging implements RuleJudge.Memory, RuleJudge.Alerts {
    private final List<BoundRule> rules = new ArrayList<>();
    private final RuleJudge judge;
    private final Long2ObjectOpenHashMap<Firings> memory = new Long2ObjectOpenHashMap<>();
    private long alerts;
    private long eventsWithAlerts;

    /** That of the last alert; the events of a chunk are different objects. */
    private DeclaredEvent last;

    Judging(List<Rule> given, RuleColumns columns, RuleSet.Engine engine) {
        for (Rule each : given) {
            rules.add(new BoundRule(each, rules.size(), rules.size(), columns));
        }
        judge = new RuleJudge(columns, Moment.ZONE, new RuleSet(rules, columns, engine), this, this);
    }

    /** The same rules, muted for all: which of them are true is found, and then nothing happens. */
    static List<Rule> muted(List<Rule> rules) {
        return changed(rules, Rule::every, new Rule.Mute(List.of(), null));
    }

    /** The same rules without intervals: each fires at each event at which it is true. */
    static List<Rule> withoutIntervals(List<Rule> rules) {
        return changed(rules, each -> Every.EVENT, Rule.Mute.NONE);
    }

    private static List<Rule> changed(List<Rule> rules, Function<Rule, Every> every, Rule.Mute mute) {
        return rules.stream()
                .map(each -> new Rule(
                        each.id(),
                        each.when(),
                        each.params(),
                        every.apply(each),
                        each.valid(),
                        each.priority(),
                        each.message(),
                        each.event(),
                        each.resolves(),
                        each.enabled(),
                        mute))
                .toList();
    }

    RuleJudge judge() {
        return judge;
    }

    long alerts() {
        return alerts;
    }

    /** How often a rule was true and silent. */
    long suppressed() {
        return rules.stream().mapToLong(BoundRule::suppressed).sum();
    }

    long eventsWithAlerts() {
        return eventsWithAlerts;
    }

    /** As it is stored, of all entities. */
    long bytesOfMemory() {
        long bytes = 0;
        try {
            for (Firings each : memory.values()) {
                DataOutputStream out = new DataOutputStream(OutputStream.nullOutputStream());
                each.write(out);
                bytes += out.size();
            }
        } catch (IOException neverHappens) {
            throw new UncheckedIOException(neverHappens);
        }
        return bytes;
    }

    @Override
    public Firings of(EntityRecord record) {
        return memory.get(record.id());
    }

    @Override
    public void keep(EntityRecord record, Firings firings) {
        memory.put(record.id(), firings);
    }

    @Override
    public void drop(EntityRecord record) {
        memory.remove(record.id());
    }

    @Override
    public void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        alerts++;
        if (last != values.event()) {
            last = values.event();
            eventsWithAlerts++;
        }
    }
}
