package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.installation.Deployment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reports the figures of all turns, and what is demanded of them. */
record ColdFigures(Bench bench, String experiment, Deployment.Setup setup, int rate, Spans spans) {
    private static final double P50_AT_MOST = 2;
    private static final double QUERIES_AT_LEAST = 0.5;
    private static final double OF_SCALAR_AT_LEAST = 0.75;
    private static final String TIMES = "x";

    void report(List<Variant> variants, List<Run> runs) {
        runs.stream().flatMap(run -> run.rows(setup.parallelism(), rate)).forEach(bench::keep);
        for (Run.After after : Run.After.values()) {
            for (Variant variant : variants) {
                List<Run> alike = runs.stream()
                        .filter(run -> run.after() == after && run.variant().equals(variant))
                        .toList();
                bench.time(
                        name(after, "first-answer"),
                        parameters("variant", variant.name()),
                        "s",
                        Samples.of(alike, Run::firstAnswerSeconds));
                reportSeconds(after, variant, spans.early(), turns(runs, after, variant));
            }
            reportVector(after, turns(runs, after, Variant.VECTOR));
            variants.stream()
                    .filter(variant -> !variant.equals(Variant.VECTOR))
                    .forEach(variant ->
                            compare(after, turns(runs, after, Variant.VECTOR), variant, turns(runs, after, variant)));
        }
    }

    private static Turns turns(List<Run> runs, Run.After after, Variant variant) {
        return new Turns(runs.stream()
                .filter(run -> run.after() == after && run.variant().equals(variant))
                .map(Run::timeline)
                .toList());
    }

    private String name(Run.After after, String figure) {
        return experiment + "." + after + "." + figure;
    }

    private Map<String, String> parameters(Object... namesAndValues) {
        Map<String, String> parameters = new LinkedHashMap<>(setup.parameters(namesAndValues));
        parameters.put("rate", Integer.toString(rate));
        return parameters;
    }

    private void reportSeconds(Run.After after, Variant variant, Span span, Turns turns) {
        Map<String, String> parameters = parameters("variant", variant.name(), "seconds", span);
        bench.rate(name(after, "queries"), parameters, "queries/s", turns.queriesPerSecond(span));
        bench.time(name(after, "p50"), parameters, "ms", turns.p50Ms(span));
        bench.time(name(after, "cpu"), parameters, "CPU-s/s", turns.cpuSecondsPerSecond(span));
        bench.time(name(after, "garbage"), parameters, "MB in a second", turns.garbageMegabytesPerSecond(span));
    }

    private void reportVector(Run.After after, Turns vector) {
        Span early = spans.early();
        Span steady = spans.steady();
        reportSeconds(after, Variant.VECTOR, steady, vector);
        bench.time(
                name(after, "p50-over-steady"),
                parameters("seconds", early),
                TIMES,
                vector.p50Ms(early).over(vector.p50Ms(steady)));
        bench.rate(
                name(after, "queries-over-steady"),
                parameters("seconds", early),
                TIMES,
                vector.queriesPerSecond(early).overOrAll(vector.queriesPerSecond(steady)));
        Turns.Worst p50 = vector.highestP50(spans.fromEarly(), steady);
        Turns.Worst queries = vector.fewestQueries(spans.fromEarly(), steady);
        bench.time(name(after, "worst-p50-over-steady"), parameters(), TIMES, new Samples(p50.ratio()));
        reportWindow(after, "worst-p50-over-steady", p50);
        bench.rate(name(after, "worst-queries-over-steady"), parameters(), TIMES, new Samples(queries.ratio()));
        reportWindow(after, "worst-queries-over-steady", queries);
        String windows = " of the worst " + Spans.WINDOW_SECONDS + " s from second " + early.from() + " after the "
                + after + ", over that of seconds " + steady;
        bench.demand(Check.atMost("p50" + windows, p50.ratio(), P50_AT_MOST));
        bench.demand(Check.atLeast("queries/s" + windows, queries.ratio(), QUERIES_AT_LEAST));
    }

    private void compare(Run.After after, Turns vector, Variant variant, Turns other) {
        Turns.Worst worst = vector.fewestQueriesBeside(other, spans.compared());
        String figure = "worst-queries-over-" + variant.name();
        bench.rate(name(after, figure), parameters(), TIMES, new Samples(worst.ratio()));
        reportWindow(after, figure, worst);
        if (variant.equals(Variant.SCALAR)) {
            bench.demand(Check.atLeast(
                    "queries/s of the worst " + Spans.WINDOW_SECONDS + " s after the " + after
                            + ", over those of scalar kernels alone",
                    worst.ratio(),
                    OF_SCALAR_AT_LEAST));
        }
    }

    private void reportWindow(Run.After after, String figure, Turns.Worst worst) {
        bench.time(
                name(after, figure + ".second"),
                parameters(),
                "second",
                new Samples(worst.window().from()));
    }
}
