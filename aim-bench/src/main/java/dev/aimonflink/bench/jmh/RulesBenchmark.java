package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.bench.world.Moment;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.clients.load.Campaigns;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.rule.BoundRule;
import dev.aimonflink.query.rule.Firings;
import dev.aimonflink.query.rule.Rule;
import dev.aimonflink.query.rule.RuleColumns;
import dev.aimonflink.query.rule.RuleJudge;
import dev.aimonflink.query.rule.RuleSet;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.query.tables.MatrixTables;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures what rules add to an event: matching, intervals and memory. Alerts are counted and not written. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(
        value = 1,
        jvmArgs = {UpdateBenchmark.HEAP, EngineBenchmark.HUGE_PAGES, EngineBenchmark.VECTOR_MODULE})
public class RulesBenchmark extends EngineBenchmark {
    static final int EVENTS = 1 << 20;

    private static final String NONE = "none";
    private static final String PAPERS = "papers-300";
    private static final String SELECTIVE = "selective-300";
    private static final String THOUSAND = "thresholds-1000";
    private static final String TEN_THOUSAND = "thresholds-10000";

    /** Of so many events one makes a rule of a selective set true. */
    private static final int SELECTIVITY = 100;

    @Param("aim-546")
    String model;

    @Param({NONE, PAPERS, SELECTIVE, THOUSAND, TEN_THOUSAND})
    String rules;

    @Param({"search", "flat"})
    String engine;

    @Param("1000000")
    int subscribers;

    private ModelEvents events;
    private long alerts;
    private final Long2ObjectOpenHashMap<Firings> memory = new Long2ObjectOpenHashMap<>();

    /** Beside the time: how many alerts a million events made. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Fired {
        public long alertsOfAMillion;
    }

    @Setup
    public void fill() {
        MeasuredModel measured = MeasuredModel.of(model);
        MatrixSchema schema = MatrixSchema.of(measured.model());
        HeapRecords records = new HeapRecords();
        ModelMatrix matrix = new ModelMatrix(
                measured, KeptColumns.of(schema, List.of(KeptColumns.AUTO)), kernelsOf(SCALAR), records);
        matrix.addRows(subscribers);
        events = new ModelEvents(measured.model(), matrix, subscribers, EVENTS);
        if (!rules.equals(NONE)) {
            RuleColumns columns = new RuleColumns(new MatrixTables(schema, measured.tables(), Map.of()));
            RuleSet.Engine chosen = RuleSet.Engine.valueOf(engine.toUpperCase(Locale.ROOT));
            List<BoundRule> bound = new ArrayList<>();
            for (Rule each : drawn(schema, records)) {
                bound.add(new BoundRule(each, bound.size(), bound.size(), columns));
            }
            matrix.partition()
                    .hook(new RuleJudge(
                            columns,
                            Moment.ZONE,
                            new RuleSet(bound, columns, chosen),
                            new Remembered(),
                            (rule, values, isResolved, suppressed, sinceMs) -> alerts++));
        }
    }

    private List<Rule> drawn(MatrixSchema schema, HeapRecords records) {
        Campaigns campaigns = new Campaigns(schema, new Random(Population.SEED), Instant.ofEpochMilli(Moment.NOW_MS));
        return switch (rules) {
            case PAPERS -> campaigns.ofThePapers(300);
            case SELECTIVE -> thresholds(300, campaigns.pivots(), schema, records);
            case THOUSAND -> thresholds(1_000, campaigns.pivots(), schema, records);
            default -> thresholds(10_000, campaigns.pivots(), schema, records);
        };
    }

    /** As many for each aggregate, so high that about one of a hundred records is above one of them. */
    private List<Rule> thresholds(int count, List<StoredColumn> aggregates, MatrixSchema schema, HeapRecords records) {
        List<Rule> drawn = new ArrayList<>();
        int ofEach = count / aggregates.size();
        for (StoredColumn aggregate : aggregates) {
            long[] cells = records.cells(aggregate);
            Arrays.sort(cells);
            int above = Math.max(1, cells.length / SELECTIVITY / aggregates.size());
            for (int i = 0; i < ofEach; i++) {
                long threshold = cells[cells.length - 1 - above * (ofEach - i) / ofEach / 2] + i;
                drawn.add(Campaigns.above(
                        aggregate.name() + "-" + i,
                        aggregate,
                        BigDecimal.valueOf(
                                        threshold,
                                        aggregate.function() == EventFunction.COUNT ? 0 : schema.scale(aggregate))
                                .toPlainString()));
            }
        }
        return drawn;
    }

    private final class Remembered implements RuleJudge.Memory {
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
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void rules(Allocation allocation, Fired fired) {
        alerts = 0;
        allocation.begin();
        events.apply();
        allocation.end();
        fired.alertsOfAMillion = alerts;
    }

    @TearDown
    public void check() {
        events.requireCounted();
    }
}
