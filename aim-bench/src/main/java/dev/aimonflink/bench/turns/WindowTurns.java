package dev.aimonflink.bench.turns;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Measures what a turn of a pane, or of a day, costs the partition: the longest event and slice, the first scan, and the refill of the
 * columns. Without Kafka; records are in a hash map.
 */
public final class WindowTurns extends Experiment {
    private static final String WINDOW = "last 24 hours";

    /** How often each thing is measured, in separate turns. */
    private static final int TURNS = 5;

    private static final int QUICK_TURNS = 2;

    private static final double TURN_ADDS_LESS_THAN_MS = 5;
    private static final double FIRST_SCAN_AT_MOST = 1.5;
    private static final double REFILL_SECONDS_PER_MILLION_AT_MOST = 3;
    private static final double MS_PER_SECOND = 1e3;
    private static final double MILLION = 1e6;

    public WindowTurns() {
        super(
                "turns",
                "Measure events, slices and scans at the turn of a pane, and the refill of columns from records",
                new Defaults("42", List.of(1), 1, 1, List.of(1), List.of(1)));
    }

    @Override
    public Optional<MeasuredModel> defaultModel() {
        return Optional.of(MeasuredModel.withWindow(WINDOW));
    }

    @Override
    public void run(Bench bench) {
        MeasuredModel measured = bench.plan().model().orElseThrow();
        int subscribers = bench.plan().subscribers();
        Map<String, String> parameters =
                new TreeMap<>(Map.of("model", measured.name(), "subscribers", Integer.toString(subscribers)));
        bench.say("Rows are made ...");
        PaneTurns matrix = new PaneTurns(
                measured,
                subscribers,
                bench.plan().seed(),
                new HeapRecords(),
                bench.found().verification());
        matrix.fill();
        bench.say("Panes turn ...");
        // Compiles what is measured.
        matrix.applyToNextPane();
        List<PaneTurns.Longest> usual = new ArrayList<>();
        List<PaneTurns.Longest> turned = new ArrayList<>();
        List<PaneTurns.Scans> scans = new ArrayList<>();
        List<Double> refillsMs = new ArrayList<>();
        int turns = bench.plan().quick() ? QUICK_TURNS : TURNS;
        for (int i = 0; i < turns; i++) {
            usual.add(matrix.apply());
            turned.add(matrix.applyToNextPane());
        }
        for (int i = 0; i < turns; i++) {
            scans.add(matrix.scan());
        }
        for (int i = 0; i < turns; i++) {
            refillsMs.add(matrix.refillMs());
        }
        longest(bench, "event", parameters, usual, turned, PaneTurns.Longest::eventMs);
        longest(bench, "slice", parameters, usual, turned, PaneTurns.Longest::sliceMs);
        Samples firstMs = Samples.of(scans, PaneTurns.Scans::firstMs);
        Samples usualMs = Samples.of(scans, PaneTurns.Scans::usualMs);
        bench.found().time(name() + ".first-scan", parameters, "ms", firstMs);
        bench.found().time(name() + ".usual-scan", parameters, "ms", usualMs);
        bench.found()
                .demand(Demand.atMost(
                        "the first scan after the turn of a pane over one before",
                        firstMs.over(usualMs).median(),
                        FIRST_SCAN_AT_MOST));
        Samples refillMs = Samples.of(refillsMs, each -> each);
        bench.found().time(name() + ".refill", parameters, "ms", refillMs);
        bench.found()
                .demand(Demand.atMost(
                        "s of the refill of a million rows from the heap",
                        refillMs.median() / MS_PER_SECOND * MILLION / subscribers,
                        REFILL_SECONDS_PER_MILLION_AT_MOST));
        bench.say("Values are recomputed ...");
        matrix.examine();
    }

    private void longest(
            Bench bench,
            String what,
            Map<String, String> parameters,
            List<PaneTurns.Longest> usual,
            List<PaneTurns.Longest> turned,
            ToDoubleFunction<PaneTurns.Longest> ms) {
        Samples turnedMs = Samples.of(turned, ms);
        Samples usualMs = Samples.of(usual, ms);
        bench.found().time(name() + ".longest-" + what, parameters, "ms", turnedMs);
        bench.found().time(name() + ".usual-longest-" + what, parameters, "ms", usualMs);
        bench.found()
                .demand(Demand.below(
                        "ms that the turn of a pane adds to the longest " + what,
                        turnedMs.less(usualMs).median(),
                        TURN_ADDS_LESS_THAN_MS));
    }
}
