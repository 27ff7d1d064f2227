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

/** A judge that keeps what has fired in a hash map, and counts alerts instead of writing them. */
final class Judging implements RuleJudge.Memory, RuleJudge.Alerts {
    private final RuleJudge judge;
    private final Long2ObjectOpenHashMap<Firings> memory = new Long2ObjectOpenHashMap<>();
    private long alerts;
    private long eventsWithAlerts;

    /** That of the last alert; the events of a chunk are different objects. */
    private DeclaredEvent last;

    Judging(List<Rule> rules, RuleColumns columns, RuleSet.Engine engine) {
        List<BoundRule> bound = new ArrayList<>();
        for (Rule each : rules) {
            bound.add(new BoundRule(each, bound.size(), bound.size(), columns));
        }
        judge = new RuleJudge(columns, Moment.ZONE, new RuleSet(bound, columns, engine), this, this);
    }

    /** The same conditions without intervals: nothing is remembered, and an alert is a match. */
    static List<Rule> withoutIntervals(List<Rule> rules) {
        return rules.stream()
                .map(each -> new Rule(
                        each.id(),
                        each.when(),
                        each.params(),
                        Every.EVENT,
                        each.valid(),
                        each.priority(),
                        each.message(),
                        each.event(),
                        each.resolves(),
                        each.enabled(),
                        each.mute()))
                .toList();
    }

    RuleJudge judge() {
        return judge;
    }

    long alerts() {
        return alerts;
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
