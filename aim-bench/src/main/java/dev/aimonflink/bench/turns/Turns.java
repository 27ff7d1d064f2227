package dev.aimonflink.bench.turns;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.world.EntityRecords;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Measures what a turn of a pane costs the partition: the longest event and slice, the first scan, and the refill of the columns.
 * Without Kafka; records are in a hash map, and in RocksDB for the refill.
 */
public final class Turns extends Experiment {
    private static final String WINDOW = "last 24 hours";

    /** How often each thing is measured, in turns of its own. */
    private static final int TURNS = 5;

    private static final int QUICK_TURNS = 2;

    /** A read of a record in RocksDB takes about as long as those of many on the heap. */
    private static final int ROCKSDB_TURNS = 2;

    private static final double TURN_ADDS_LESS_THAN_MS = 5;
    private static final double FIRST_SCAN_AT_MOST = 1.5;
    private static final double REFILL_SECONDS_PER_MILLION_AT_MOST = 3;
    private static final double MS_PER_SECOND = 1e3;
    private static final double MILLION = 1e6;

    public Turns() {
        super(
                "turns",
                "Measure events, slices and scans at the turn of a pane, and the refill of columns from records",
                new Defaults("42", List.of(1), 1, 1, List.of(1), List.of(1)));
    }

    @Override
    public boolean takesModel() {
        return true;
    }

    @Override
    public Optional<MeasuredModel> defaultModel() {
        return Optional.of(MeasuredModel.withWindow(WINDOW));
    }

    @Override
    public void run(Bench bench) {
        MeasuredModel measured = bench.plan().model().orElseThrow();
        Map<String, String> parameters = new TreeMap<>(Map.of(
                "model",
                measured.name(),
                "subscribers",
                Integer.toString(bench.plan().subscribers())));
        onHeap(bench, measured, parameters);
        bench.say("Rows in RocksDB are made ...");
        RocksDbTask.run(
                bench.setup(1).on(Deployment.ROCKSDB).cluster(),
                measured.model().event().key(),
                records -> inRocksDb(bench, measured, parameters, records));
    }

    private void onHeap(Bench bench, MeasuredModel measured, Map<String, String> parameters) {
        bench.say("Rows are made ...");
        PaneTurns matrix = matrix(bench, measured, new HeapRecords());
        matrix.fill();
        bench.say("Panes turn ...");
        // Compiles what is measured.
        matrix.applyToNextPane();
        int turns = bench.plan().quick() ? QUICK_TURNS : TURNS;
        events(bench, matrix, turns, parameters);
        scans(bench, matrix, turns, parameters);
        Samples refillMs = refills(matrix, turns);
        bench.time(name() + ".refill", parameters, "ms", refillMs);
        bench.demand(Check.atMost(
                "s of the refill of a million rows from the heap",
                refillMs.median() / MS_PER_SECOND * MILLION / bench.plan().subscribers(),
                REFILL_SECONDS_PER_MILLION_AT_MOST));
        bench.say("Values are recomputed ...");
        matrix.examine();
    }

    private static PaneTurns matrix(Bench bench, MeasuredModel measured, EntityRecords records) {
        return new PaneTurns(measured, bench.plan().subscribers(), bench.plan().seed(), records, bench.verification());
    }

    private void events(Bench bench, PaneTurns matrix, int turns, Map<String, String> parameters) {
        List<PaneTurns.Longest> usual = new ArrayList<>();
        List<PaneTurns.Longest> turned = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            usual.add(matrix.apply());
            turned.add(matrix.applyToNextPane());
        }
        longest(
                bench,
                "event",
                parameters,
                Samples.of(usual, PaneTurns.Longest::eventMs),
                Samples.of(turned, PaneTurns.Longest::eventMs));
        longest(
                bench,
                "slice",
                parameters,
                Samples.of(usual, PaneTurns.Longest::sliceMs),
                Samples.of(turned, PaneTurns.Longest::sliceMs));
    }

    private void longest(Bench bench, String what, Map<String, String> parameters, Samples usualMs, Samples turnedMs) {
        bench.time(name() + ".longest-" + what, parameters, "ms", turnedMs);
        bench.time(name() + ".usual-longest-" + what, parameters, "ms", usualMs);
        bench.demand(Check.below(
                "ms that the turn of a pane adds to the longest " + what,
                turnedMs.less(usualMs).median(),
                TURN_ADDS_LESS_THAN_MS));
    }

    private void scans(Bench bench, PaneTurns matrix, int turns, Map<String, String> parameters) {
        List<PaneTurns.Scans> scans = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            scans.add(matrix.scan());
        }
        Samples firstMs = Samples.of(scans, PaneTurns.Scans::firstMs);
        Samples usualMs = Samples.of(scans, PaneTurns.Scans::usualMs);
        bench.time(name() + ".first-scan", parameters, "ms", firstMs);
        bench.time(name() + ".usual-scan", parameters, "ms", usualMs);
        bench.demand(Check.atMost(
                "the first scan after the turn of a pane over one before",
                firstMs.over(usualMs).median(),
                FIRST_SCAN_AT_MOST));
    }

    private static Samples refills(PaneTurns matrix, int turns) {
        double[] refillMs = new double[turns];
        for (int i = 0; i < turns; i++) {
            refillMs[i] = matrix.refillMs();
        }
        return new Samples(refillMs);
    }

    private void inRocksDb(Bench bench, MeasuredModel measured, Map<String, String> parameters, EntityRecords records) {
        PaneTurns matrix = matrix(bench, measured, records);
        matrix.fill();
        bench.say("Panes turn in RocksDB ...");
        bench.time(name() + ".rocksdb.refill", parameters, "ms", refills(matrix, ROCKSDB_TURNS));
        matrix.examine();
    }
}
