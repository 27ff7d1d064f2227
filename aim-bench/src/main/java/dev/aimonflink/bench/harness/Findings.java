package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.installation.AnswerChecks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what an experiment finds: figures, checks, latencies, and right and wrong answers. */
public final class Findings {
    private final BenchPlan plan;
    private final AnswerChecks verification = new AnswerChecks();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Demand> checks = new ArrayList<>();
    private final LatencyLog log = new LatencyLog();

    Findings(BenchPlan plan) {
        this.plan = plan;
    }

    public AnswerChecks verification() {
        return verification;
    }

    void keep(String name, Map<String, String> parameters, Latencies latencies) {
        latencies.nanos().forEach(interval -> log.add(name, parameters, interval));
    }

    /** Adds percentiles of latencies: {@code NAME.p50}, {@code NAME.p999} or, for 100, {@code NAME.max}. */
    public void percentiles(String name, Map<String, String> parameters, Latencies latencies, double... percentiles) {
        for (double percentile : percentiles) {
            figures.add(latencies.figure(name + Pooled.suffixOf(percentile), parameters, percentile));
        }
    }

    /** Adds a figure of which more is better. */
    public void rate(String name, Map<String, String> parameters, String unit, Samples samples) {
        figures.add(Figure.highIsGood(name, parameters, unit, samples));
    }

    /** Adds a figure of which less is better. */
    public void time(String name, Map<String, String> parameters, String unit, Samples samples) {
        figures.add(Figure.lowIsGood(name, parameters, unit, samples));
    }

    /** Adds a demand, except in a quick run. */
    public void demand(Demand check) {
        if (!plan.quick()) {
            checks.add(check);
        }
    }

    /**
     * Writes the report and, if all answers are right, the latencies.
     *
     * @param isPartial whether more will be found
     */
    Report write(String experiment, Path directory, boolean isPartial) {
        Report report = report(experiment, isPartial);
        report.write(directory);
        if (report.answers().wrong() == 0) {
            log.write(directory.resolve(experiment + LatencyLog.EXTENSION));
        }
        return report;
    }

    /** Leaves out all figures if an answer is wrong. Adds a failed check if there are time-outs. */
    private Report report(String experiment, boolean isPartial) {
        boolean isRight = verification.answers().wrong() == 0;
        List<Demand> all = new ArrayList<>(checks);
        int timeouts = verification.answers().timeouts();
        if (timeouts > 0) {
            all.add(Demand.atMost(
                    "questions without an answer in time, counted as long as they were waited for", timeouts, 0));
        }
        Map<String, Object> parameters = new LinkedHashMap<>(plan.describe());
        if (isPartial) {
            parameters.put(Report.PARTIAL, true);
        }
        return new Report(
                experiment,
                MachineFacts.environment(),
                parameters,
                isRight ? List.copyOf(figures) : List.of(),
                isRight ? List.copyOf(all) : List.of(),
                verification.answers());
    }
}
