package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.RandomUpdates;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.rules.plain.PlainRules;
import dev.aimonflink.rules.plain.PlainRules.Fired;
import dev.aimonflink.testing.Scale;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules of any model fire as those do that are recomputed from the events, also when they change and when the job is restored. */
class RulesAgainstPlainRulesTest {
    private static final int STEPS = 250;
    private static final int RULES = 12;
    private static final int MANY_RULES = 400;
    private static final List<String> ZONES = List.of("UTC", "Europe/Zurich", "America/New_York", "Asia/Kolkata");

    static LongStream fewSeeds() {
        return Scale.seeds(5);
    }

    static LongStream seeds() {
        return Scale.seeds(30);
    }

    /** A partition of the matrix with rules that judge events. */
    private static final class Job extends KeptState {
        private final Partition partition;
        private final RuleJudge judge;

        Job(MatrixSchema schema, MatrixTables tables, EntityTables files, ZoneId zone, RuleSet rules) {
            partition = new Partition(
                    new Part.Source(0, 1, 0),
                    new PartitionSettings(new ColumnSet(schema, List.of()), files, zone, new ScalarKernels()),
                    this,
                    PartitionClocks.SYSTEM,
                    part -> {});
            judge = new RuleJudge(new RuleColumns(tables), zone, rules, new RuleTallies(), this, this);
            partition.hook(judge);
        }

        @Override
        protected Partition partition() {
            return partition;
        }

        /** Goes on from what the other has stored. */
        void restore(Job other) {
            partition.advanceTo(other.partition.nowMs());
            other.records.forEach((key, record) -> {
                partition.restore(record.copy());
                records.put(key, record.copy());
            });
            firings.putAll(other.firings);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldFireAsRecomputed(long seed) {
        Random random = new Random(seed);
        Model model = RandomUpdates.model(random, null);
        RandomUpdates updates = new RandomUpdates(model, random);
        ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
        EntityTables files = RandomModels.tables(model, random);
        MatrixSchema schema = MatrixSchema.of(model);
        MatrixTables tables = new MatrixTables(schema, files, Map.of());
        RuleColumns columns = new RuleColumns(tables);
        RandomRules drawn = new RandomRules(model, random);
        List<BoundRule> rules = new ArrayList<>();
        long version = 0;
        for (int i = 0; i < RULES; i++) {
            rules.add(bound(drawn.rule("rule-" + i, Instant.ofEpochMilli(updates.nowMs())), version++, columns));
        }
        PlainRules plain = new PlainRules(tables, zone);
        Job search = new Job(schema, tables, files, zone, set(rules, columns, RuleSet.Engine.SEARCH));
        Job flat = new Job(schema, tables, files, zone, set(rules, columns, RuleSet.Engine.FLAT));
        int fired = 0;
        for (int step = 0; step < STEPS; step++) {
            String when = "seed=" + seed + " step=" + step;
            switch (random.nextInt(20)) {
                case 0, 1 -> updates.later();
                case 2 -> {
                    EntityId key = updates.key();
                    Attributes attributes = updates.attributes();
                    search.profile(key, attributes);
                    flat.profile(key, attributes);
                    plain.profile(key, attributes);
                }
                case 3 -> {
                    int changed = random.nextInt(RULES);
                    BoundRule before = rules.get(changed);
                    Rule other = drawn.rule("rule-" + changed, Instant.ofEpochMilli(updates.nowMs()));
                    rules.set(
                            changed,
                            random.nextBoolean()
                                    ? bound(other, version++, columns)
                                    : new BoundRule(
                                            withConditionOf(before.rule(), other),
                                            version++,
                                            before.memory(),
                                            columns));
                    search.judge.use(set(rules, columns, RuleSet.Engine.SEARCH));
                    flat.judge.use(set(rules, columns, RuleSet.Engine.FLAT));
                }
                case 4 -> {
                    Job restored = new Job(schema, tables, files, zone, set(rules, columns, RuleSet.Engine.SEARCH));
                    restored.restore(search);
                    search = restored;
                }
                default -> {
                    DeclaredEvent event = updates.event();
                    if (event.partition() != Math.floorMod(event.key().hashCode(), 3)) {
                        continue; // rules promise nothing to an entity whose Kafka partition changes
                    }
                    List<Fired> expected = plain.event(event, rules);
                    when += " rules=" + rules.stream().map(BoundRule::rule).toList();
                    assertThat(search.event(event)).as(when).isEqualTo(expected);
                    assertThat(flat.event(event)).as(when + " flat").isEqualTo(expected);
                    fired += expected.size();
                }
            }
        }
        assertThat(fired).as("alerts, seed=%d", seed).isPositive();
    }

    /** Many wait at each column, and where they wait changes after some events. */
    @ParameterizedTest
    @MethodSource("fewSeeds")
    void shouldFindAmongManyRulesThoseThatALookAtEachFinds(long seed) {
        Random random = new Random(seed);
        Model model = RandomUpdates.model(random, null);
        RandomUpdates updates = new RandomUpdates(model, random);
        EntityTables files = RandomModels.tables(model, random);
        MatrixSchema schema = MatrixSchema.of(model);
        MatrixTables tables = new MatrixTables(schema, files, Map.of());
        RuleColumns columns = new RuleColumns(tables);
        RandomRules drawn = new RandomRules(model, random);
        List<BoundRule> rules = new ArrayList<>();
        for (int i = 0; i < MANY_RULES; i++) {
            rules.add(bound(drawn.rule("rule-" + i, Instant.ofEpochMilli(updates.nowMs())), i, columns));
        }
        Job search = new Job(schema, tables, files, ZoneOffset.UTC, set(rules, columns, RuleSet.Engine.SEARCH));
        Job flat = new Job(schema, tables, files, ZoneOffset.UTC, set(rules, columns, RuleSet.Engine.FLAT));
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(20) == 0) {
                updates.later();
            }
            DeclaredEvent event = updates.event();
            assertThat(search.event(event)).as("seed=%d step=%d", seed, step).isEqualTo(flat.event(event));
        }
    }

    /** A rule that remembers what has fired of the one before. */
    private static Rule withConditionOf(Rule before, Rule other) {
        return new Rule(
                other.id(),
                before.when(),
                before.params(),
                before.every(),
                before.check(),
                other.valid(),
                other.priority(),
                other.message(),
                other.event(),
                other.resolves(),
                other.enabled(),
                other.shadow(),
                other.mute());
    }

    private static BoundRule bound(Rule rule, long version, RuleColumns columns) {
        return new BoundRule(rule, version, (int) version, columns);
    }

    private static RuleSet set(List<BoundRule> rules, RuleColumns columns, RuleSet.Engine engine) {
        return new RuleSet(rules, columns, engine);
    }
}
