package dev.aimonflink.bench.rules;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.rules.CheckedEntities.Silence;
import dev.aimonflink.bench.rules.CheckedEntities.Spent;
import dev.aimonflink.bench.world.MeasuredModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Measures what checking ten rules every ten seconds costs, and what follows when nine of ten entities fall silent at once. Without Kafka;
 * records are in a hash map.
 */
public final class CostOfChecks extends Experiment {
    static final int RESTARTS = 5;
    static final int QUICK_RESTARTS = 2;
    static final int ROUNDS = 15;
    static final int QUICK_ROUNDS = 2;

    /** Before measuring, so that the code of checks is compiled. */
    private static final int WARM_UP_ROUNDS = 10;

    private static final double CORE_AT_MOST = 5;
    private static final double PER_CENT = 100;
    private static final double NANOS_PER_MS = 1e6;
    private static final double NANOS_PER_US = 1e3;

    /** By suffix of a figure's name. */
    private static final Map<String, Double> PERCENTILES = percentiles();

    public CostOfChecks() {
        super(
                "checks",
                "Measure what rules cost that are checked every 10 s, and how events wait while most entities fall silent",
                new Defaults("546", List.of(1), 1, 1, List.of(1), List.of(1)));
    }

    private static Map<String, Double> percentiles() {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("p50", 50.0);
        percentiles.put("p99", 99.0);
        percentiles.put("p999", 99.9);
        percentiles.put("max", 100.0);
        return percentiles;
    }

    @Override
    public void run(Bench bench) {
        bench.say("Rows are made ...");
        CheckedEntities checked = new CheckedEntities(
                MeasuredModel.of("aim-" + bench.plan().aggregates()),
                bench.plan().subscribers(),
                bench.plan().seed());
        Map<String, String> parameters = new TreeMap<>(Map.of(
                "aggregates",
                bench.plan().aggregates(),
                "subscribers",
                Integer.toString(bench.plan().subscribers())));
        measureRestarts(bench, checked, parameters);
        measureRounds(bench, checked, parameters);
        bench.keep();
        measureSilence(bench, checked, parameters);
        bench.say("Values are recomputed ...");
        verify(bench.found().verification(), checked);
        bench.found().verification().count(checked.compare());
    }

    private void measureRestarts(Bench bench, CheckedEntities checked, Map<String, String> parameters) {
        bench.say("Last events are read ...");
        List<Spent> restarts = new ArrayList<>();
        for (int i = bench.plan().quick() ? QUICK_RESTARTS : RESTARTS; i > 0; i--) {
            restarts.add(checked.restart());
        }
        bench.found().time(name() + ".last-events", parameters, "CPU-ms", cpuMs(restarts));
    }

    private static Samples cpuMs(List<Spent> spent) {
        return Samples.of(spent, each -> each.cpuNanos() / NANOS_PER_MS);
    }

    private void measureRounds(Bench bench, CheckedEntities checked, Map<String, String> parameters) {
        bench.say("Rules are checked ...");
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            checked.round();
        }
        List<Spent> rounds = new ArrayList<>();
        for (int i = bench.plan().quick() ? QUICK_ROUNDS : ROUNDS; i > 0; i--) {
            rounds.add(checked.round());
        }
        Samples ofCore = cpuMs(rounds).map(ms -> PER_CENT * ms / CheckedEntities.INTERVAL_MS);
        bench.found().time(name() + ".round", parameters, "CPU-ms", cpuMs(rounds));
        bench.found().time(name() + ".core", parameters, "% of a core", ofCore);
        bench.found()
                .demand(Demand.atMost("% of a core that ten rules take every 10 s", ofCore.median(), CORE_AT_MOST));
        bench.found()
                .verification()
                .checkCount("Alerts of silent subscribers before one is silent", 0, checked.silentAlerts());
    }

    private void measureSilence(Bench bench, CheckedEntities checked, Map<String, String> parameters) {
        bench.say(checked.falling() + " subscribers fall silent ...");
        Silence silence = checked.fallSilent();
        String name = name() + ".silence";
        bench.found().time(name + ".rounds", parameters, "rounds", new Samples(silence.rounds()));
        bench.found().rate(name + ".alerts", parameters, "alerts", new Samples(checked.silentAlerts()));
        bench.found()
                .time(
                        name + ".alert",
                        parameters,
                        "CPU-us",
                        new Samples(silence.spent().firingNanos() / NANOS_PER_US / silence.alerts()));
        percentiles(
                bench, name + ".slice", parameters, "CPU-us", silence.spent().sliceCpuNanos());
        percentiles(bench, name + ".wait", parameters, "us", silence.spent().sliceNanos());
    }

    private static void percentiles(
            Bench bench, String name, Map<String, String> parameters, String unit, Histogram nanos) {
        PERCENTILES.forEach((end, percentile) -> bench.found()
                .time(
                        name + "." + end,
                        parameters,
                        unit,
                        new Samples(nanos.getValueAtPercentile(percentile) / NANOS_PER_US)));
    }

    private static void verify(AnswerChecks verification, CheckedEntities checked) {
        verification.checkCount("Alerts of silent subscribers", checked.falling(), checked.silentAlerts());
        verification.checkCount("Subscribers of whom it is wrong", 0, checked.wronglySilent());
        verification.checkCount(
                "Alerts of busy subscribers",
                (long) CheckedEntities.RULES_OF_BUSY * checked.busy(),
                checked.alerts() - checked.silentAlerts());
        verification.checkCount("Checks left out", 0, checked.leftOut());
    }
}
