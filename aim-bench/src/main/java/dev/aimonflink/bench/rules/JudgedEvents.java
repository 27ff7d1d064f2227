package dev.aimonflink.bench.rules;

import com.sun.management.ThreadMXBean;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelEvents;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.clients.load.Campaigns;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet.Engine;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;

/** A partition that counts events alternately without rules and with them, so that a slow phase of the machine affects both. For one thread. */
final class JudgedEvents {
    static final int ROUNDS = 9;
    static final int QUICK_ROUNDS = 2;

    /** Before each measurement, so that its code is compiled. */
    private static final int WARM_UP_ROUNDS = 3;

    /** More of these where rules are true of most entities, so that most of them have fired before. */
    static final int MEMORY_TURNS = 16;

    /** Sent for each entity before measuring, so that the conditions of campaigns hold for many. */
    private static final int EVENTS_OF_AN_ENTITY = 20;

    /** A turn has one event for this many entities, so their counts hardly grow during a measurement. */
    private static final int ENTITIES_PER_EVENT = 8;

    /** Of one turn; fewer where fewer rules are true. */
    private static final int MADE_ALERTS = 20_000;

    /** From whose values limits are drawn. */
    private static final int SAMPLE = 20_000;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final MatrixSchema schema;
    private final int entities;
    private final int eventsOfATurn;
    private final HeapRecords records = new HeapRecords();
    private final ModelMatrix matrix;
    private final ModelEvents events;
    private final RuleColumns columns;
    private final Campaigns campaigns;

    /** By turn. */
    record Cost(Samples nanos, Samples bytes) {
        Samples perSecond() {
            return nanos.map(each -> NANOS_PER_SECOND / each);
        }
    }

    private final class Way {
        private final RuleJudge judge;
        private final List<Double> nanos = new ArrayList<>();
        private final List<Double> bytes = new ArrayList<>();

        /** @param judge null for none */
        Way(RuleJudge judge) {
            this.judge = judge;
        }

        void turn() {
            matrix.partition().hook(judge);
            final long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
            // The thread's own time, which excludes when others had its core.
            final long startNanos = THREADS.getCurrentThreadCpuTime();
            events.apply();
            nanos.add((double) (THREADS.getCurrentThreadCpuTime() - startNanos) / eventsOfATurn);
            bytes.add((double) (THREADS.getCurrentThreadAllocatedBytes() - bytesBefore) / eventsOfATurn);
        }

        void forgetWarmUp() {
            nanos.clear();
            bytes.clear();
        }

        Cost cost() {
            return new Cost(Samples.of(nanos, each -> each), Samples.of(bytes, each -> each));
        }
    }

    /**
     * The findings for some rules.
     *
     * @param matching with muted rules: the true ones are found
     * @param flat as matching, of each rule; null if not measured
     * @param trueOfAnEvent how many rules were, at its end
     * @param anyTrue of how many events some rule was, likewise
     * @param nanosOfAnAlert for making it for its topic
     */
    record Found(
            Cost none,
            Cost matching,
            Cost memory,
            Cost flat,
            double bytesOfAnEntity,
            double firedOfAnEvent,
            double suppressedOfAnEvent,
            double trueOfAnEvent,
            double anyTrue,
            OptionalDouble nanosOfAnAlert,
            OptionalDouble bytesOfAnAlert) {}

    JudgedEvents(MeasuredModel measured, int entities, long seed) {
        this.entities = entities;
        schema = MatrixSchema.of(measured.model());
        eventsOfATurn = Math.max(1, entities / ENTITIES_PER_EVENT);
        matrix = new ModelMatrix(
                measured, KeptColumns.of(schema, List.of(KeptColumns.AUTO)), new ScalarKernels(), records);
        matrix.addRows(entities);
        events = new ModelEvents(measured.model(), matrix, entities, eventsOfATurn);
        while (events.counted() < (long) EVENTS_OF_AN_ENTITY * entities) {
            events.apply();
        }
        columns = new RuleColumns(new MatrixTables(schema, measured.tables(), Map.of()));
        campaigns = new Campaigns(schema, new Random(seed), Instant.ofEpochMilli(BenchTime.NOW_MS));
    }

    List<StoredColumn> pivots() {
        return campaigns.pivots();
    }

    List<StoredColumn> aggregates() {
        return campaigns.aggregates();
    }

    List<Rule> ofThePapers(int count) {
        return campaigns.ofThePapers(count);
    }

    /** Campaigns of which some is true for about one event in a hundred. */
    List<Rule> selective(int count) {
        return campaigns.selective(count, limits(pivots())::lowest);
    }

    /** As many rules for each aggregate, of which some is true for about one event in a hundred. */
    List<Rule> thresholds(int count, List<StoredColumn> aggregates) {
        RareLimits limits = limits(aggregates);
        int ofEach = (count + aggregates.size() - 1) / aggregates.size();
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StoredColumn aggregate = aggregates.get(i / ofEach);
            rules.add(Campaigns.above("above-" + i, aggregate, limits.text(aggregate, i % ofEach, ofEach)));
        }
        return rules;
    }

    /** For the middle of the next measurement. */
    private RareLimits limits(List<StoredColumn> aggregates) {
        double soon = 3.0 * eventsOfATurn * (WARM_UP_ROUNDS + ROUNDS / 2.0);
        return new RareLimits(schema, aggregates, records.some(SAMPLE), 1 + soon / events.counted());
    }

    Found measure(List<Rule> rules, boolean isAlsoFlat, int memoryTurns, int rounds) {
        List<Rule> muted = Judging.muted(rules);
        Judging remembers = new Judging(rules, columns, Engine.SEARCH);
        Way none = new Way(null);
        Way matching = new Way(new Judging(muted, columns, Engine.SEARCH).judge());
        Way memory = new Way(remembers.judge());
        List<Way> ways = new ArrayList<>(List.of(none, matching, memory));
        Way flat = isAlsoFlat ? new Way(new Judging(muted, columns, Engine.FLAT).judge()) : null;
        if (isAlsoFlat) {
            ways.add(flat);
        }
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            ways.forEach(Way::turn);
        }
        for (int i = 0; i < memoryTurns; i++) {
            memory.turn();
        }
        ways.forEach(Way::forgetWarmUp);
        for (int i = 0; i < rounds; i++) {
            ways.forEach(Way::turn);
        }
        Judging all = new Judging(Judging.withoutIntervals(rules), columns, Engine.SEARCH, MADE_ALERTS);
        new Way(all.judge()).turn();
        matrix.partition().hook(null);
        double remembered = (double) eventsOfATurn * (WARM_UP_ROUNDS + memoryTurns + rounds);
        return new Found(
                none.cost(),
                matching.cost(),
                memory.cost(),
                isAlsoFlat ? flat.cost() : null,
                (double) remembers.bytesOfMemory() / entities,
                remembers.alerts() / remembered,
                remembers.suppressed() / remembered,
                (double) all.alerts() / eventsOfATurn,
                (double) all.eventsWithAlerts() / eventsOfATurn,
                all.nanosOfAnAlert(),
                all.bytesOfAnAlert());
    }

    AnswerComparison.Outcome compare() {
        return events.compare();
    }
}
