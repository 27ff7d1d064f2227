package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Samples;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs benchmarks by JMH, each in a new JVM, and reads the samples from its results.
 *
 * @param given JMH's own options, which win over ours
 */
record JmhRun(boolean quick, Options given, OutputFormat log) {
    private static final String SUFFIX = "Benchmark";

    private static final Map<String, String> QUICK_PARAMETERS = Map.of("rows", "200000", "subscribers", "20000");

    private static final int QUICK_ITERATIONS = 3;
    private static final TimeValue QUICK_ITERATION = TimeValue.milliseconds(50);

    /** The full names of all benchmarks, by label. */
    static Map<String, String> benchmarks(OutputFormat log) {
        Map<String, String> names = new TreeMap<>();
        BenchmarkList.defaultList()
                .getAll(log, List.of())
                .forEach(entry -> names.put(label(entry.getUsername()), entry.getUsername()));
        return names;
    }

    /** {@code scan.q1} for {@code dev.aimonflink.bench.jmh.ScanBenchmark.q1}. */
    static String label(String name) {
        int method = name.lastIndexOf('.');
        String type = name.substring(name.lastIndexOf('.', method - 1) + 1, method);
        String subject = type.endsWith(SUFFIX) ? type.substring(0, type.length() - SUFFIX.length()) : type;
        return subject.substring(0, 1).toLowerCase(Locale.ROOT) + subject.substring(1) + name.substring(method);
    }

    /** Runs a benchmark with each combination of its parameters; throws if one fails or a result is wrong. */
    Collection<RunResult> run(String name) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .parent(given)
                .include("^" + Pattern.quote(name) + "$")
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        if (quick) {
            makeQuick(options);
        }
        return new Runner(options.build(), log).run();
    }

    private void makeQuick(ChainedOptionsBuilder options) {
        QUICK_PARAMETERS.forEach((parameter, value) -> {
            if (!given.getParameter(parameter).hasValue()) {
                options.param(parameter, value);
            }
        });
        options.warmupIterations(given.getWarmupIterations().orElse(QUICK_ITERATIONS))
                .measurementIterations(given.getMeasurementIterations().orElse(QUICK_ITERATIONS))
                .warmupTime(given.getWarmupTime().orElse(QUICK_ITERATION))
                .measurementTime(given.getMeasurementTime().orElse(QUICK_ITERATION));
    }

    static Measured measured(RunResult run) {
        Map<String, String> parameters = new LinkedHashMap<>();
        run.getParams()
                .getParamsKeys()
                .forEach(key -> parameters.put(key, run.getParams().getParam(key)));
        List<IterationResult> iterations = run.getBenchmarkResults().stream()
                .map(BenchmarkResult::getIterationResults)
                .flatMap(Collection::stream)
                .toList();
        Map<String, Samples> beside = new HashMap<>();
        run.getSecondaryResults().keySet().forEach(key -> {
            double[] scores = iterations.stream()
                    .filter(iteration -> iteration.getSecondaryResults().containsKey(key))
                    .mapToDouble(iteration ->
                            iteration.getSecondaryResults().get(key).getScore())
                    .toArray();
            if (scores.length == iterations.size()) {
                beside.put(key, new Samples(scores));
            }
        });
        Samples times = new Samples(iterations.stream()
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray());
        String unit = run.getPrimaryResult().getScoreUnit().replace("/op", "");
        return new Measured(label(run.getParams().getBenchmark()), parameters, unit, times, beside);
    }

    /**
     * @param label such as {@code scan.q1}
     * @param beside secondary results by name, such as the roofline's times
     */
    record Measured(
            String label, Map<String, String> parameters, String unit, Samples times, Map<String, Samples> beside) {

        /** A required secondary result. */
        Samples beside(String name) {
            Samples samples = beside.get(name);
            if (samples == null) {
                throw new IllegalStateException(label + " has no samples of " + name + ".");
            }
            return samples;
        }

        boolean is(String wantedLabel, Map<String, String> wantedParameters) {
            return label.equals(wantedLabel) && parameters.entrySet().containsAll(wantedParameters.entrySet());
        }
    }
}
