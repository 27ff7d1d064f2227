package dev.aimonflink.bench.turns;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.PooledEvents;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A partition whose panes turn one after the other, and the time this takes. For one thread. */
final class PaneTurns {
    /** Enough to reach every block, and more than come in during a scan. */
    private static final int EVENTS = 1 << 15;

    /** As in one message of the job, which runs a slice after each. */
    private static final int EVENTS_PER_SLICE = 32;

    /** As long as the job's slices. */
    private static final long SLICE_NANOS = 200_000;

    private static final int EVENTS_OF_AN_ENTITY = 3;
    private static final int USUAL_SCANS = 5;
    private static final double NANOS_PER_MS = 1e6;

    private final int entities;
    private final HeapRecords records;
    private final AnswerChecks checks;
    private final TurningWindow window;
    private final ModelMatrix matrix;
    private final Partition partition;

    /** Adds all numbers of events, which reads the column once. */
    private final ScanQuery sum;

    private final PooledEvents events;
    private final EventSample sample;
    private final SplittableRandom random;

    private final Map<Integer, Long> counted = new HashMap<>();

    private int pane;

    record Longest(double eventMs, double sliceMs) {}

    /** Times of scans over all rows. */
    record Scans(double usualMs, double firstMs) {}

    PaneTurns(MeasuredModel measured, int entities, long seed, HeapRecords records, AnswerChecks checks) {
        this.entities = entities;
        this.records = records;
        this.checks = checks;
        window = TurningWindow.of(measured);
        matrix = new ModelMatrix(
                measured, window.columns(), KernelChoice.chosen().kernels(), records);
        partition = matrix.partition();
        sum = sumOf(measured, window.count());
        events = new PooledEvents(measured.model(), seed, entities, Distribution.uniform(), BenchTime.NOW_MS);
        sample = new EventSample(measured.model(), entities, EVENTS_OF_AN_ENTITY);
        random = new SplittableRandom(seed);
        pane = window.firstNumber();
    }

    private static ScanQuery sumOf(MeasuredModel measured, String column) {
        MatrixTables tables = new MatrixTables(MatrixSchema.of(measured.model()), measured.tables(), Map.of());
        String text = "SELECT sum(" + column + ") FROM " + MatrixTables.matrixNameOf(measured.model());
        return (ScanQuery) new SqlText(tables, AnswerLimits.USUAL).query(text, List.of());
    }

    /** Makes the rows, with some events of each entity in any of the panes. */
    void fill() {
        for (int entity = 0; entity < entities; entity++) {
            EntityRecord record = matrix.newRow(entity);
            for (int i = 0; i < EVENTS_OF_AN_ENTITY; i++) {
                int number = pane - random.nextInt(window.panes());
                DeclaredEvent event = events.next(entity, window.startMs(number));
                matrix.apply(record, event);
                count(event, number);
            }
            records.store(record);
        }
        finish();
    }

    private void count(DeclaredEvent event, int number) {
        sample.add(event);
        counted.merge(number, 1L, Long::sum);
    }

    /** The longest event and slice among many of the present pane, beside a scan. */
    Longest apply() {
        matrix.submit(sum);
        long longestEventNanos = 0;
        long longestSliceNanos = 0;
        for (int i = 0; i < EVENTS; i++) {
            DeclaredEvent event = events.next(window.startMs(pane));
            long startNanos = System.nanoTime();
            EntityRecord record = records.find(event);
            matrix.apply(record, event);
            records.store(record);
            longestEventNanos = Math.max(longestEventNanos, System.nanoTime() - startNanos);
            count(event, pane);
            if (i % EVENTS_PER_SLICE == 0 && partition.hasWork()) {
                longestSliceNanos = Math.max(longestSliceNanos, sliceNanos());
            }
        }
        longestSliceNanos = Math.max(longestSliceNanos, finish());
        return new Longest(longestEventNanos / NANOS_PER_MS, longestSliceNanos / NANOS_PER_MS);
    }

    private long sliceNanos() {
        long startNanos = System.nanoTime();
        partition.runSlice(SLICE_NANOS);
        return System.nanoTime() - startNanos;
    }

    /** Runs slices until there is nothing to do; returns the longest. */
    private long finish() {
        long longestNanos = 0;
        while (partition.hasWork()) {
            longestNanos = Math.max(longestNanos, sliceNanos());
        }
        return longestNanos;
    }

    Longest applyToNextPane() {
        pane++;
        return apply();
    }

    /** Scans before and right after the next turn. */
    Scans scan() {
        double usualMs = new Samples(IntStream.range(0, USUAL_SCANS)
                        .mapToDouble(i -> scanMs())
                        .toArray())
                .median();
        long startNanos = System.nanoTime();
        turn();
        double turnMs = (System.nanoTime() - startNanos) / NANOS_PER_MS;
        double firstMs = turnMs + scanMs();
        finish();
        return new Scans(usualMs, firstMs);
    }

    private void turn() {
        pane++;
        partition.advanceTo(window.startMs(pane));
    }

    private double scanMs() {
        long startNanos = System.nanoTime();
        matrix.submit(sum);
        while (!matrix.isAnswered()) {
            partition.runSlice(SLICE_NANOS);
        }
        long nanos = System.nanoTime() - startNanos;
        Number events = (Number) sum.answer(matrix.answer()).get(0).get(0);
        checks.checkCount("Events in a scan", expectedCount(), events.longValue());
        return nanos / NANOS_PER_MS;
    }

    private long expectedCount() {
        return IntStream.rangeClosed(pane - window.panes() + 1, pane)
                .mapToLong(number -> counted.getOrDefault(number, 0L))
                .sum();
    }

    /** The time from the next turn until nothing is left to do, with slices back to back. */
    double refillMs() {
        long startNanos = System.nanoTime();
        turn();
        finish();
        return (System.nanoTime() - startNanos) / NANOS_PER_MS;
    }

    /** Compares all cells with their records, and some entities with a recomputation. */
    void examine() {
        // The recomputation takes its time from the events.
        apply();
        checks.count(matrix.compare(sample));
    }
}
