package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.world.MeasuredModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Checks the demands on the engine, as far as the figures were measured. */
final class EngineChecks {
    private static final Map<String, Double> ROOFLINES_AT_MOST =
            new TreeMap<>(Map.of("q1", 1.5, "q2", 1.5, "q3", 3.0, "q4", 3.0, "q5", 3.0, "q6", 3.0, "q7", 1.5));
    private static final Map<String, Double> EVENTS_PER_SECOND_AT_LEAST =
            new TreeMap<>(Map.of("aim-42", 3e6, "aim-546", 0.5e6, MeasuredModel.PAYMENTS, 0.6e6));

    /** An event of a window over one of its tumbling twin. */
    private static final Map<String, Double> TUMBLING_AT_MOST =
            new TreeMap<>(Map.of(WindowUpdateBenchmark.PANES, 2.0, WindowUpdateBenchmark.LAST_EVENTS, 3.0));

    private static final int DEMANDED_ROWS = 10_000_000;
    private static final int FEWER_ROWS = 1_000_000;
    private static final double SHARED_AT_MOST = 0.6;
    private static final double VECTORS_AT_MOST = 1.5;
    private static final double WORST_VECTORS_AT_MOST = 2.0;
    private static final double PLAN_AT_MOST_MS = 0.2;
    static final double NANOS_PER_SECOND = 1e9;

    /** A scan that allocated anything per row would allocate a byte at least. */
    private static final double NO_BYTES_PER_ROW = 0.01;

    private final List<JmhRun.Measured> runs;
    private final List<Demand> checks = new ArrayList<>();

    private EngineChecks(List<JmhRun.Measured> runs) {
        this.runs = runs;
    }

    static List<Demand> of(List<JmhRun.Measured> runs) {
        EngineChecks engine = new EngineChecks(runs);
        engine.checkScans();
        engine.checkScansAllocation("a scan", EngineBenchmark.VECTOR);
        engine.checkScansAllocation("a scan by vectors alone", ScanBenchmark.NONE);
        engine.checkScansByVectors();
        engine.checkSqlPlans();
        engine.checkSharedScans();
        engine.checkUpdates();
        engine.checkWindowUpdates();
        engine.checkUpdatesAllocation();
        return engine.checks;
    }

    private void checkScans() {
        ROOFLINES_AT_MOST.forEach((query, limit) -> findScan(query, EngineBenchmark.VECTOR, DEMANDED_ROWS)
                .ifPresent(run -> checks.add(Demand.atMost(query + " over roofline", overRoofline(run), limit))));
    }

    private void checkScansAllocation(String what, String kernels) {
        OptionalDouble most = ROOFLINES_AT_MOST.keySet().stream()
                .map(query -> findScan(query, kernels, DEMANDED_ROWS)
                        .flatMap(many -> findScan(query, kernels, FEWER_ROWS).map(few -> bytesPerRow(many, few))))
                .flatMap(Optional::stream)
                .mapToDouble(bytes -> bytes)
                .max();
        most.ifPresent(bytes -> checks.add(Demand.below(
                "bytes that " + what + " allocates per row, from 1 M rows to 10 M", bytes, NO_BYTES_PER_ROW)));
    }

    /** From the lowest allocation of either size, because uncompiled code allocates more. */
    private static double bytesPerRow(JmhRun.Measured many, JmhRun.Measured few) {
        return (many.beside(EngineBenchmark.Allocation.BYTES).min()
                        - few.beside(EngineBenchmark.Allocation.BYTES).min())
                / (DEMANDED_ROWS - FEWER_ROWS);
    }

    /** The roofline beside each of the two cancels slow phases of the machine. */
    private void checkScansByVectors() {
        List<Double> byVectors = new ArrayList<>();
        for (String query : ROOFLINES_AT_MOST.keySet()) {
            findScan(query, ScanBenchmark.NONE, DEMANDED_ROWS)
                    .ifPresent(run -> findScan(query, EngineBenchmark.VECTOR, DEMANDED_ROWS)
                            .ifPresent(byHand -> byVectors.add(overRoofline(run) / overRoofline(byHand))));
        }
        if (byVectors.size() == ROOFLINES_AT_MOST.size()) {
            double mean = byVectors.stream().mapToDouble(each -> each).average().orElseThrow();
            checks.add(Demand.atMost("queries by vectors alone over hand-written ones, mean", mean, VECTORS_AT_MOST));
            checks.add(Demand.atMost(
                    "queries by vectors alone over hand-written ones, worst",
                    Collections.max(byVectors),
                    WORST_VECTORS_AT_MOST));
        }
    }

    private static double overRoofline(JmhRun.Measured run) {
        return run.times().over(run.beside(ScanBenchmark.ROOFLINE)).median();
    }

    private void checkSqlPlans() {
        find("sqlPlan.plan", Map.of())
                .ifPresent(run -> checks.add(Demand.atMost(
                        "milliseconds to plan a text, p99", run.beside("p99Ms").median(), PLAN_AT_MOST_MS)));
    }

    private void checkSharedScans() {
        find("sharedScan.shared", Map.of("queries", "16", "rows", Integer.toString(DEMANDED_ROWS)))
                .ifPresent(run -> checks.add(Demand.atMost(
                        "16 queries in one scan over 16 scans",
                        run.times()
                                .over(run.beside(SharedScanBenchmark.SEPARATE))
                                .median(),
                        SHARED_AT_MOST)));
    }

    private void checkUpdates() {
        EVENTS_PER_SECOND_AT_LEAST.forEach((model, limit) -> find(
                        "update.update",
                        Map.of(
                                "model",
                                model,
                                "columns",
                                model.equals(MeasuredModel.PAYMENTS) ? UpdateBenchmark.NONE : UpdateBenchmark.AUTO,
                                "subscribers",
                                Integer.toString(FEWER_ROWS)))
                .ifPresent(run -> checks.add(Demand.atLeast(
                        "events/s on one core, " + model + " of a million",
                        NANOS_PER_SECOND / run.times().median(),
                        limit))));
    }

    private void checkWindowUpdates() {
        TUMBLING_AT_MOST.forEach((window, limit) -> {
            for (String columns : List.of(WindowUpdateBenchmark.NO_COLUMNS, WindowUpdateBenchmark.ALL_COLUMNS)) {
                find("windowUpdate.update", Map.of("window", window, "columns", columns))
                        .ifPresent(run -> checks.add(Demand.atMost(
                                "an event of the " + window + " over one of a day, columns=" + columns,
                                run.times()
                                        .over(run.beside(WindowUpdateBenchmark.TUMBLING))
                                        .median(),
                                limit)));
            }
        });
    }

    /** The most of all runs and samples, because no update may allocate. */
    private void checkUpdatesAllocation() {
        OptionalDouble most = runs.stream()
                .filter(run -> run.label().equals("update.update"))
                .map(run -> run.beside(EngineBenchmark.Allocation.BYTES))
                .mapToDouble(Samples::max)
                .max();
        most.ifPresent(bytes -> checks.add(Demand.atMost("bytes that a million updates allocate", bytes, 0)));
    }

    private Optional<JmhRun.Measured> findScan(String query, String kernels, int rows) {
        return find("scan." + query, Map.of("rows", Integer.toString(rows), "kernels", kernels));
    }

    private Optional<JmhRun.Measured> find(String label, Map<String, String> parameters) {
        return runs.stream().filter(run -> run.is(label, parameters)).findFirst();
    }
}
