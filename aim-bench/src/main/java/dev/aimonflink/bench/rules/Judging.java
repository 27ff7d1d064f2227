package dev.aimonflink.bench.rules;

import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.rules.format.AlertJson;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.Firings;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.judge.RuleValues;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A judge that keeps what has fired in a hash map, and counts alerts; some are made as for their topic. */
final class Judging implements RuleJudge.Memory, RuleJudge.Alerts {
    private static final String TOPIC = "aim.events.v1";

    /** Made before their time is measured. */
    private static final int COLD_ALERTS = 500;

    private final List<BoundRule> rules = new ArrayList<>();
    private final RuleSet set;
    private final RuleTallies tallies = new RuleTallies();
    private final RuleJudge judge;
    private final Long2ObjectOpenHashMap<Firings> memory = new Long2ObjectOpenHashMap<>();
    private final int toMake;
    private long makingNanos;
    private long madeBytes;
    private long alerts;
    private long eventsWithAlerts;

    /** Of the last alert; the events of a chunk are different objects. */
    private DeclaredEvent last;

    Judging(List<Rule> given, RuleColumns columns, RuleSet.Engine engine) {
        this(given, columns, engine, 0);
    }

    /** @param toMake how many alerts are made; all but the first few are timed */
    Judging(List<Rule> given, RuleColumns columns, RuleSet.Engine engine, int toMake) {
        this.toMake = toMake;
        for (Rule each : given) {
            rules.add(new BoundRule(each, rules.size(), rules.size(), columns));
        }
        set = new RuleSet(rules, columns, engine);
        judge = new RuleJudge(columns, BenchTime.ZONE, set, tallies, this, this);
    }

    /** The same rules, muted for all: the true ones are found, and nothing happens. */
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
                        each.check(),
                        each.valid(),
                        each.priority(),
                        each.message(),
                        each.event(),
                        each.resolves(),
                        each.enabled(),
                        each.shadow(),
                        mute))
                .toList();
    }

    RuleJudge judge() {
        return judge;
    }

    RuleSet set() {
        return set;
    }

    long alerts() {
        return alerts;
    }

    /** How often a rule was true and silent. */
    long suppressed() {
        return rules.stream().mapToLong(each -> tallies.of(each).suppressed()).sum();
    }

    long eventsWithAlerts() {
        return eventsWithAlerts;
    }

    /** As stored, of all entities. */
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
    public void marked(EntityRecord record) {}

    @Override
    public void drop(EntityRecord record) {
        memory.remove(record.id());
    }

    @Override
    public void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        if (alerts < toMake) {
            make(rule, values, isResolved, suppressed, sinceMs);
        }
        alerts++;
        if (last != values.event()) {
            last = values.event();
            eventsWithAlerts++;
        }
    }

    private void make(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        final long startNanos = System.nanoTime();
        String id = AlertJson.id(rule, TOPIC, values, isResolved);
        final int bytes = AlertJson.alert(id, rule, values, isResolved, suppressed, sinceMs).length;
        if (alerts >= COLD_ALERTS) {
            makingNanos += System.nanoTime() - startNanos;
            madeBytes += bytes;
        }
    }

    /** The time of making an alert; empty if there were too few. */
    OptionalDouble nanosOfAnAlert() {
        return ofAnAlert(makingNanos);
    }

    OptionalDouble bytesOfAnAlert() {
        return ofAnAlert(madeBytes);
    }

    private OptionalDouble ofAnAlert(long all) {
        final long made = Math.min(alerts, toMake) - COLD_ALERTS;
        return made > 0 ? OptionalDouble.of((double) all / made) : OptionalDouble.empty();
    }
}
