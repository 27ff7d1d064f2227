package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Run.After;
import dev.aimonflink.bench.coldstart.Run.Variant;
import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.installation.Setup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports the figures of all turns, and what is demanded of them.
 *
 * @param seconds that the variant under test is measured
 */
record ColdFigures(Bench bench, String experiment, Setup setup, int rate, int seconds) {
    private static final double P50_AT_MOST = 2;
    private static final double QUERIES_AT_LEAST = 0.5;
    private static final double OF_SCALAR_AT_LEAST = 0.75;
    private static final String TIMES = "x";

    void report(List<Run> runs) {
        runs.stream().flatMap(run -> run.rows(setup.parallelism(), rate)).forEach(bench.found()::keep);
        for (After after : After.values()) {
            for (Variant variant : Variant.values()) {
                List<Run> alike = of(runs, after, variant);
                bench.found()
                        .time(
                                name(after, "first-answer"),
                                parameters("variant", variant),
                                "s",
                                Samples.of(alike, Run::firstAnswerSeconds));
                reportSeconds(after, variant, Span.early(seconds), starts(alike));
            }
            FreshStarts vector = starts(of(runs, after, Variant.VECTOR));
            reportSeconds(after, Variant.VECTOR, Span.steady(seconds), vector);
            reportWorst(after, vector, starts(of(runs, after, Variant.SCALAR)));
        }
    }

    private static List<Run> of(List<Run> runs, After after, Variant variant) {
        return runs.stream()
                .filter(run -> run.after() == after && run.variant() == variant)
                .toList();
    }

    private static FreshStarts starts(List<Run> runs) {
        return new FreshStarts(runs.stream().map(Run::timeline).toList());
    }

    private String name(After after, String figure) {
        return experiment + "." + after + "." + figure;
    }

    private Map<String, String> parameters(Object... namesAndValues) {
        Map<String, String> parameters = new LinkedHashMap<>(setup.parameters(namesAndValues));
        parameters.put("rate", Integer.toString(rate));
        return parameters;
    }

    private void reportSeconds(After after, Variant variant, Span span, FreshStarts starts) {
        Map<String, String> parameters = parameters("variant", variant, "seconds", span);
        bench.found().rate(name(after, "queries"), parameters, "queries/s", starts.queriesPerSecond(span));
        bench.found().time(name(after, "p50"), parameters, "ms", starts.p50Ms(span));
        bench.found().time(name(after, "cpu"), parameters, "CPU-s/s", starts.cpuSecondsPerSecond(span));
    }

    private void reportWorst(After after, FreshStarts vector, FreshStarts scalar) {
        Span steady = Span.steady(seconds);
        Span fromEarly = Span.fromEarly(seconds);
        FreshStarts.Worst p50 = vector.highestP50(fromEarly, steady);
        FreshStarts.Worst queries = vector.fewestQueries(fromEarly, steady);
        FreshStarts.Worst ofScalar = vector.fewestQueriesBeside(scalar, Span.compared(seconds));
        bench.found().time(name(after, "worst-p50-over-steady"), parameters(), TIMES, new Samples(p50.ratio()));
        bench.found().rate(name(after, "worst-queries-over-steady"), parameters(), TIMES, new Samples(queries.ratio()));
        bench.found()
                .rate(name(after, "worst-queries-over-scalar"), parameters(), TIMES, new Samples(ofScalar.ratio()));
        reportWindow(after, "worst-p50-over-steady", p50);
        reportWindow(after, "worst-queries-over-steady", queries);
        reportWindow(after, "worst-queries-over-scalar", ofScalar);
        String worst = " of the worst " + Span.WINDOW_SECONDS + " s";
        String over =
                worst + " from second " + fromEarly.from() + " after the " + after + ", over that of seconds " + steady;
        bench.found().demand(Check.atMost("p50" + over, p50.ratio(), P50_AT_MOST));
        bench.found().demand(Check.atLeast("queries/s" + over, queries.ratio(), QUERIES_AT_LEAST));
        bench.found()
                .demand(Check.atLeast(
                        "queries/s" + worst + " after the " + after + ", over those of scalar kernels alone",
                        ofScalar.ratio(),
                        OF_SCALAR_AT_LEAST));
    }

    private void reportWindow(After after, String figure, FreshStarts.Worst worst) {
        bench.found()
                .time(
                        name(after, figure + ".second"),
                        parameters(),
                        "second",
                        new Samples(worst.window().from()));
    }
}
