package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What is demanded of the engine, as far as it was measured. */
final class EngineChecks {
    private static final String DEMANDED_ROWS = "10000000";
    private static final double NANOS_PER_SECOND = 1e9;

    /** JMH itself allocates a little in each invocation, of a million events. */
    private static final double NO_BYTES = 0.01;

    private final List<Measured> runs;
    private final List<Check> checks = new ArrayList<>();

    private EngineChecks(List<Measured> runs) {
        this.runs = runs;
    }

    static List<Check> of(List<Measured> runs) {
        EngineChecks engine = new EngineChecks(runs);
        engine.checkScans();
        engine.checkUpdates();
        return engine.checks;
    }

    private void checkScans() {
        Map<String, Double> limits =
                Map.of("q1", 1.5, "q2", 1.5, "q3", 3.0, "q4", 3.0, "q5", 3.0, "q6", 3.0, "q7", 1.5);
        limits.keySet().stream().sorted().forEach(query -> find(
                        "scan." + query, Map.of("rows", DEMANDED_ROWS, "kernels", KernelsOf.VECTOR))
                .ifPresent(run -> checks.add(Check.atMost(
                        query + " over roofline",
                        run.times().over(run.beside().get("rooflineMs")).median(),
                        limits.get(query)))));
    }

    private void checkUpdates() {
        Map.of("42", 3e6, "546", 0.5e6).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(demand -> find(
                                "update.update",
                                Map.of(
                                        "aggregates",
                                        demand.getKey(),
                                        "columns",
                                        UpdateBenchmark.AUTO,
                                        "distribution",
                                        "uniform"))
                        .ifPresent(run -> checks.add(Check.atLeast(
                                "events/s on one core, " + demand.getKey() + " aggregates",
                                NANOS_PER_SECOND / run.times().median(),
                                demand.getValue()))));
        OptionalDouble bytes = runs.stream()
                .filter(run -> run.label().startsWith("update."))
                .mapToDouble(run -> run.beside().get("gc.alloc.rate.norm").median())
                .max();
        bytes.ifPresent(most -> checks.add(Check.atMost("bytes allocated per event", most, NO_BYTES)));
    }

    private Optional<Measured> find(String label, Map<String, String> parameters) {
        return runs.stream().filter(run -> run.is(label, parameters)).findFirst();
    }
}
