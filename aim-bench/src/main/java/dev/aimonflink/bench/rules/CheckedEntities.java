package dev.aimonflink.bench.rules;

import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.PooledEvents;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.Slices;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.rules.format.RuleFile;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.CheckJudge;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleSet.Engine;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.judge.RuleValues;
import dev.aimonflink.rules.scan.AppliedMarks;
import dev.aimonflink.rules.scan.RuleChecks;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A partition whose rules are checked every ten seconds, and most of whose entities fall silent at once. The wall clock is a number that
 * advances with each round of checks, so nothing waits. For one thread.
 */
final class CheckedEntities implements RuleJudge.Alerts {
    /** The rules' interval. */
    static final long INTERVAL_MS = 10_000;

    static final int RULES_OF_BUSY = 4;

    private static final String SILENT = "silent";
    private static final long SILENT_AFTER_MS = Duration.ofMinutes(10).toMillis();

    /** One is true of whoever falls silent, some of busy entities, the others of nobody. */
    private static final String RULES = """
            - {id: silent, check: every 10 s, when: idle > 600, message: "A subscriber of {city} has been silent for {idle} s."}
            - {id: busy, check: every 10 s, when: number_of_calls_this_week > 200}
            - {id: busy-here, check: every 10 s, when: number_of_local_calls_this_week > 50}
            - {id: busy-and-dear, check: every 10 s, when: number_of_calls_this_week > 200 and total_cost_this_week > 1}
            - {id: busy-somewhere, check: every 10 s, when: number_of_calls_this_week > 200 and country is not null}
            - {id: talks-on, check: every 10 s, when: total_duration_this_week > 100000000}
            - {id: dear, check: every 10 s, when: most_expensive_cost_this_week > 1000000}
            - {id: part-over-all, check: every 10 s, when: total_cost_of_local_calls_this_week > total_cost_this_week}
            - {id: long, check: every 10 s, when: longest_duration_of_local_calls_this_day > 1000000 and number_of_local_calls_this_week > 0}
            - {id: nowhere, check: every 10 s, when: city = 'Atlantis' and number_of_calls_this_week > 0}
            """;

    /** As long as the job's slices. */
    private static final long SLICE_NANOS = 200_000;

    private static final int EVENTS_OF_AN_ENTITY = 3;
    private static final int EVENTS_OF_A_BUSY_ENTITY = 300;

    /** One in this many entities does not fall silent, and has an event every this many rounds. */
    private static final int ENTITIES_PER_ACTIVE = 10;

    private static final int ROUNDS_PER_EVENT = 30;

    private static final int ENTITIES_PER_BUSY = 4_000;

    /** Beyond those in which all alerts can come. */
    private static final int SPARE_ROUNDS = 5;

    /** Before measuring what an alert takes, so that its code is compiled. */
    private static final int COLD_ROUNDS = 3;

    private static final long LONGEST_WAIT_NANOS = Duration.ofMinutes(10).toNanos();
    private static final int DIGITS = 3;
    private static final SourcePartition PLACE = new SourcePartition("events", 0);

    private final int entities;
    private final HeapRecords records = new HeapRecords();
    private final ModelMatrix matrix;
    private final Partition partition;
    private final PooledEvents events;
    private final EventSample sample;
    private final RuleColumns columns;
    private final Judging judging;
    private RuleChecks checks;
    private long wallMs = BenchTime.NOW_MS;
    private long failed;
    private int nextActive;
    private long silentAlerts;

    /** By number, those with an alert. */
    private final BitSet silent = new BitSet();

    /** What some rounds have taken, besides events. */
    static final class Spent {
        private long cpuNanos;
        private long firingNanos;
        private final Histogram sliceCpuNanos = new Histogram(LONGEST_WAIT_NANOS, DIGITS);
        private final Histogram sliceNanos = new Histogram(LONGEST_WAIT_NANOS, DIGITS);

        long cpuNanos() {
            return cpuNanos;
        }

        /** The part of it for looking at records and making alerts. */
        long firingNanos() {
            return firingNanos;
        }

        Histogram sliceCpuNanos() {
            return sliceCpuNanos;
        }

        /** Elapsed time of each slice, for which an event may have waited. */
        Histogram sliceNanos() {
            return sliceNanos;
        }
    }

    /** @param spent in all rounds but the first few, in which code is compiled */
    record Silence(int rounds, Spent spent, long alerts) {}

    CheckedEntities(MeasuredModel measured, int entities, long seed) {
        this.entities = entities;
        MatrixSchema schema = MatrixSchema.of(measured.model());
        Collection<String> kept = KeptColumns.of(schema, List.of(KeptColumns.AUTO));
        matrix = new ModelMatrix(measured, kept, KernelChoice.chosen().kernels(), records);
        partition = matrix.partition();
        matrix.shownFirstTo(part -> checks.takes(part));
        events = new PooledEvents(measured.model(), seed, entities, Distribution.uniform(), BenchTime.NOW_MS);
        sample = new EventSample(measured.model(), entities, EVENTS_OF_AN_ENTITY);
        columns = new RuleColumns(new MatrixTables(schema, measured.tables(), Map.of(), kept));
        judging = new Judging(
                RuleFile.parse(RULES, "rules", BenchTime.ZONE, columns), columns, Engine.SEARCH, Integer.MAX_VALUE);
        for (int entity = 0; entity < entities; entity++) {
            EntityRecord record = matrix.newRow(entity);
            records.store(record);
            int count = isBusy(entity) ? EVENTS_OF_A_BUSY_ENTITY : EVENTS_OF_AN_ENTITY;
            for (int i = 0; i < count; i++) {
                apply(record, entity);
            }
        }
    }

    private static boolean isActive(int entity) {
        return entity % ENTITIES_PER_ACTIVE == 0;
    }

    /** Active entities are none of these. */
    private static boolean isBusy(int entity) {
        return entity % ENTITIES_PER_BUSY == 1;
    }

    private int active() {
        return (entities + ENTITIES_PER_ACTIVE - 1) / ENTITIES_PER_ACTIVE;
    }

    /** How many have far more events than the others. */
    int busy() {
        return (entities - 1 + ENTITIES_PER_BUSY - 1) / ENTITIES_PER_BUSY;
    }

    int falling() {
        return entities - active();
    }

    private void apply(EntityRecord record, int entity) {
        DeclaredEvent event = events.next(entity, wallMs);
        matrix.apply(record, event);
        sample.add(event);
    }

    private void applyActive() {
        DeclaredEvent event = events.next(nextActive, wallMs);
        matrix.apply(event);
        sample.add(event);
        nextActive += ENTITIES_PER_ACTIVE;
        nextActive = nextActive < entities ? nextActive : 0;
    }

    // ---- rounds

    /** Begins anew as after a restart: reads from the records when entities had their last events. */
    Spent restart() {
        checks = new RuleChecks(
                partition,
                columns,
                new CheckJudge(columns, BenchTime.ZONE, new RuleTallies(), judging, this),
                PartitionClocks.SYSTEM,
                new NothingApplied(),
                AnswerLimits.USUAL,
                (rule, error) -> failed++);
        checks.use(judging.set());
        records.some(entities).forEach(checks::restored);
        read();
        // Kafka's partitions have to be known for some seconds.
        checks.look(wallMs);
        wallMs += INTERVAL_MS;
        Spent spent = new Spent();
        run(false, spent);
        return spent;
    }

    /** Checks each rule once. */
    Spent round() {
        Spent spent = new Spent();
        round(false, spent);
        return spent;
    }

    private void round(boolean eventsCome, Spent spent) {
        wallMs += INTERVAL_MS;
        run(eventsCome, spent);
    }

    /** All but the active entities have had their last event; checks go on until one finds nothing new, with an event after each slice. */
    Silence fallSilent() {
        wallMs = BenchTime.NOW_MS + SILENT_AFTER_MS;
        for (int i = 0; i < active(); i++) {
            applyActive();
        }
        final int most = falling() / RuleChecks.MOST_FIRINGS + SPARE_ROUNDS;
        Spent spent = new Spent();
        long alertsBefore = judging.alerts();
        for (int rounds = 0; rounds < most; rounds++) {
            if (rounds == COLD_ROUNDS && most > COLD_ROUNDS + SPARE_ROUNDS) {
                spent = new Spent();
                alertsBefore = judging.alerts();
            }
            for (int i = 0; i < active() / ROUNDS_PER_EVENT; i++) {
                applyActive();
            }
            final long before = judging.alerts();
            round(true, spent);
            if (judging.alerts() == before) {
                return new Silence(rounds, spent, judging.alerts() - alertsBefore);
            }
        }
        throw new IllegalStateException("Alerts still come after " + most + " rounds of checks.");
    }

    /** Begins the due checks, and runs slices until all is done. */
    private void run(boolean eventsCome, Spent spent) {
        read();
        final long startNanos = NanoClock.THREAD_CPU.nanoTime();
        checks.look(wallMs);
        spent.cpuNanos += NanoClock.THREAD_CPU.nanoTime() - startNanos;
        while (partition.hasWork() || checks.hasWork()) {
            runSlice(spent);
            if (eventsCome) {
                applyActive();
            }
        }
    }

    /** As the job does. */
    private void runSlice(Spent spent) {
        final long startNanos = System.nanoTime();
        final long cpuNanos = NanoClock.THREAD_CPU.nanoTime();
        final boolean scans = partition.runSlice(SLICE_NANOS);
        final long scannedNanos = NanoClock.THREAD_CPU.nanoTime();
        if (checks.hasWork()) {
            checks.runSlice(scans ? SLICE_NANOS / Slices.SHARE_BESIDE_PASSES : SLICE_NANOS);
        }
        final long endNanos = NanoClock.THREAD_CPU.nanoTime();
        spent.cpuNanos += endNanos - cpuNanos;
        spent.firingNanos += endNanos - scannedNanos;
        spent.sliceCpuNanos.recordValue(endNanos - cpuNanos);
        spent.sliceNanos.recordValue(System.nanoTime() - startNanos);
    }

    /** All events are in. */
    private void read() {
        partition.progress().advance(List.of(new EventPlace(PLACE, 0, partition.nowMs(), true, 0)), wallMs);
    }

    // ---- alerts

    @Override
    public void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        judging.fired(rule, values, isResolved, suppressed, sinceMs);
        if (rule.rule().id().equals(SILENT)) {
            silentAlerts++;
            silent.set((int) values.record().key().number());
        }
    }

    long alerts() {
        return judging.alerts();
    }

    long silentAlerts() {
        return silentAlerts;
    }

    /** How many active entities have such an alert, and how many silent ones have none. */
    int wronglySilent() {
        BitSet wrong = new BitSet();
        for (int entity = 0; entity < entities; entity++) {
            wrong.set(entity, !isActive(entity));
        }
        wrong.xor(silent);
        return wrong.cardinality();
    }

    long leftOut() {
        return checks.skipped() + failed;
    }

    AnswerComparison.Outcome compare() {
        return matrix.compare(sample);
    }

    private record NothingApplied() implements AppliedMarks {
        @Override
        public boolean isDone(long topic, long version) {
            return false;
        }

        @Override
        public boolean isDone(long topic, long version, EntityId key) {
            return false;
        }

        @Override
        public long begunMs(long topic, long version, long nowMs) {
            return nowMs;
        }

        @Override
        public void done(long topic, long version) {}

        @Override
        public void keepOf(RuleSet rules) {}
    }
}
