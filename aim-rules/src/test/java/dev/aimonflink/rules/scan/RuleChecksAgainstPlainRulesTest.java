package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.RandomUpdates;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RandomRules;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.plain.PlainRules;
import dev.aimonflink.rules.plain.PlainRules.Fired;
import dev.aimonflink.testing.Scale;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules that are checked fire as those do that are recomputed from all events: over turns of windows, restarts, rescales, entities that are
 * forgotten, and new versions of rules, beside rules that wait for events.
 */
class RuleChecksAgainstPlainRulesTest {
    private static final int STEPS = 150;
    private static final int RULES = 10;
    private static final List<String> ZONES = List.of("UTC", "Europe/Zurich", "America/New_York", "Asia/Kolkata");

    private final List<BoundRule> rules = new ArrayList<>();
    private final Map<Integer, Long> lastNumbers = new HashMap<>();
    private long version;
    private static int fired;

    static LongStream seeds() {
        return Scale.seeds(25);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldFireAsRecomputed(long seed) {
        Random random = new Random(seed);
        Model model = RandomUpdates.model(random, null);
        RandomUpdates updates = new RandomUpdates(model, random);
        ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
        EntityTables files = RandomModels.tables(model, random);
        MatrixTables tables = new MatrixTables(MatrixSchema.of(model), files, Map.of());
        RuleColumns columns = new RuleColumns(tables);
        RandomRules drawn = new RandomRules(model, random);
        for (int i = 0; i < RULES; i++) {
            rules.add(bound(i, drawn, updates, columns));
        }
        PlainRules plain = new PlainRules(tables, zone);
        List<CheckingPartition> job = List.of(new CheckingPartition(tables, zone, set(columns), mode(seed)));
        long wallMs = 0;
        for (int step = 0; step < STEPS; step++) {
            String when = "seed=" + seed + " step=" + step;
            switch (random.nextInt(20)) {
                case 0, 1 -> updates.later();
                case 2 -> {
                    EntityId key = updates.key();
                    Attributes attributes = updates.attributes();
                    of(job, key).profile(key, attributes);
                    if (of(job, key).records.containsKey(key)) {
                        plain.profile(key, attributes);
                    }
                }
                case 3 -> {
                    int changed = random.nextInt(RULES);
                    rules.set(changed, bound(changed, drawn, updates, columns));
                    RuleSet changedSet = set(columns);
                    job.forEach(each -> each.use(changedSet));
                }
                case 4 -> {
                    EntityId key = updates.key();
                    of(job, key).forget(key);
                    plain.forget(key);
                }
                case 5 -> job = restarted(job, 1 + random.nextInt(3), tables, zone, columns);
                case 6, 7, 8 -> {
                    wallMs = Math.max(wallMs, updates.nowMs()) + random.nextInt(200_000);
                    List<Fired> all = new ArrayList<>();
                    long newestMs = job.stream()
                            .mapToLong(each -> each.partition.nowMs())
                            .max()
                            .orElseThrow();
                    for (CheckingPartition each : job) {
                        each.partition.advanceTo(newestMs);
                        all.addAll(each.check(wallMs));
                        assertThat(each.errors).as(when).isEmpty();
                        assertThat(each.answers).as(when).isEmpty();
                    }
                    plain.advanceTo(newestMs);
                    List<Fired> expected = plain.check(due(Math.max(wallMs, newestMs)), Math.max(wallMs, newestMs));
                    assertThat(all)
                            .as(when + " rules="
                                    + rules.stream().map(BoundRule::rule).toList())
                            .containsExactlyInAnyOrderElementsOf(expected);
                    fired += all.size();
                }
                default -> {
                    DeclaredEvent event = updates.event();
                    if (event.partition() == Math.floorMod(event.key().hashCode(), 3)) {
                        List<Fired> expected = plain.event(event, rules);
                        assertThat(of(job, event.key()).event(event)).as(when).isEqualTo(expected);
                    }
                }
            }
        }
    }

    /** Of some models that are drawn, nothing is true. */
    @AfterAll
    static void shouldHaveFired() {
        assertThat(fired).as("alerts of checks, of all seeds").isPositive();
    }

    /** All modes in turns. */
    private static ScanMode mode(long number) {
        return ScanMode.values()[(int) number % ScanMode.values().length];
    }

    private static CheckingPartition of(List<CheckingPartition> job, EntityId key) {
        return job.get(Math.floorMod(key.hashCode(), job.size()));
    }

    private List<CheckingPartition> restarted(
            List<CheckingPartition> job, int partitions, MatrixTables tables, ZoneId zone, RuleColumns columns) {
        List<CheckingPartition> restarted = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            final int own = i;
            CheckingPartition next = new CheckingPartition(tables, zone, set(columns), mode(i));
            next.restore(job, key -> Math.floorMod(key.hashCode(), partitions) == own);
            restarted.add(next);
        }
        // Each partition checks anew at once.
        lastNumbers.clear();
        return restarted;
    }

    private BoundRule bound(int index, RandomRules drawn, RandomUpdates updates, RuleColumns columns) {
        Instant now = Instant.ofEpochMilli(updates.nowMs());
        String id = "rule-" + index;
        Rule rule = index % 3 == 0 ? drawn.rule(id, now) : drawn.checkedRule(id, now);
        return new BoundRule(rule, version, (int) version++, columns);
    }

    private RuleSet set(RuleColumns columns) {
        return new RuleSet(rules, columns, RuleSet.Engine.SEARCH);
    }

    /** The rules that have not been checked in their present interval. */
    private List<BoundRule> due(long nowMs) {
        List<BoundRule> due = new ArrayList<>();
        for (BoundRule rule : rules) {
            if (rule.rule().enabled()
                    && rule.isChecked()
                    && rule.rule().check().number(nowMs) > lastNumbers.getOrDefault(rule.memory(), Long.MIN_VALUE)) {
                due.add(rule);
                lastNumbers.put(rule.memory(), rule.rule().check().number(nowMs));
            }
        }
        return due;
    }
}
