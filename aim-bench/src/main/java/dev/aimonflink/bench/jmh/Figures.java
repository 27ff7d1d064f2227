package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes the figures of a run: its own and its secondary results. */
final class Figures {
    private static final double NANOS_PER_SECOND = 1e9;

    private static final Map<String, String> UNITS_BESIDE = new TreeMap<>(Map.ofEntries(
            Map.entry(ScanBenchmark.ROOFLINE, "ms"),
            Map.entry(SharedScanBenchmark.SEPARATE, "ms"),
            Map.entry(TurnBenchmark.LONGEST, "ms"),
            Map.entry(TurnBenchmark.USUAL_LONGEST, "ms"),
            Map.entry(TurnBenchmark.USUAL, "ms"),
            Map.entry(LayoutsBenchmark.Q1, "ms"),
            Map.entry(LayoutsBenchmark.Q7, "ms"),
            Map.entry(MergeBenchmark.BYTES, "B"),
            Map.entry(CodecBenchmark.BYTES_PER_EVENT, "B"),
            Map.entry(RecordCodecBenchmark.BYTES_PER_RECORD, "B"),
            Map.entry(Allocation.BYTES, "B")));

    /** JMH's own figure includes what the harness allocates, so it is reported for updates only. */
    private static final String JMH_ALLOCATION = "gc.alloc.rate.norm";

    private Figures() {}

    static List<Figure> of(Measured run) {
        List<Figure> figures = new ArrayList<>();
        if (run.label().endsWith(".update")) {
            figures.add(Figure.highIsGood(
                    run.label(), run.parameters(), "events/s", run.times().map(nanos -> NANOS_PER_SECOND / nanos)));
        } else {
            figures.add(Figure.lowIsGood(run.label(), run.parameters(), run.unit(), run.times()));
        }
        UNITS_BESIDE.forEach((key, unit) -> addBeside(figures, run, key, unit));
        if (run.label().equals("update.update")) {
            addBeside(figures, run, JMH_ALLOCATION, "B/op");
        }
        return figures;
    }

    private static void addBeside(List<Figure> figures, Measured run, String key, String unit) {
        if (run.beside().containsKey(key)) {
            figures.add(Figure.lowIsGood(
                    run.label() + ":" + key,
                    run.parameters(),
                    unit,
                    run.beside().get(key)));
        }
    }
}
