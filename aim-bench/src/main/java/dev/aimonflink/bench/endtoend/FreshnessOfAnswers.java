package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.load.LoadProfile;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.local.load.Freshness;
import java.util.List;
import java.util.Map;

/**
 * How old answers are, {@code t_fresh}: from when a marker event was due to the answer that shows it, at several rates of
 * other events and beside other queries.
 */
public final class FreshnessOfAnswers implements Experiment {
    /** The service level. */
    private static final double LIMIT_MS = 1_000;

    @Override
    public String name() {
        return "freshness";
    }

    @Override
    public String summary() {
        return "Measure how long it takes from an event to the answers that show it, at several rates";
    }

    @Override
    public Defaults defaults() {
        return new Defaults("546", List.of(2), 20, 3, List.of(1), List.of(1_000, 10_000, 20_000));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            try (Deployment deployment = bench.start(bench.setup(parallelism))) {
                Freshness freshness = new Freshness(
                        deployment.events(),
                        deployment.client()::ask,
                        bench.plan().subscribers(),
                        parallelism);
                for (int rate : bench.plan().rates()) {
                    for (int clients : bench.plan().clients()) {
                        measure(bench, deployment, freshness, clients, rate);
                    }
                }
                freshness.failures().forEach(bench.verification()::complain);
                bench.examine(deployment);
            }
        }
    }

    private void measure(Bench bench, Deployment deployment, Freshness freshness, int clients, int rate)
            throws InterruptedException {
        Map<String, String> parameters = new Parameters()
                .with("rate", rate)
                .with("clients", clients)
                .with("parallelism", deployment.setup().parallelism())
                .with("aggregates", deployment.setup().aggregates())
                .map();
        Latencies ages = new Latencies();
        try (Markers markers = new Markers(freshness)) {
            UnderLoad load = new UnderLoad(bench, deployment, rate);
            load.measure(
                    load.closedLoop(QueryPool.of(LoadProfile.SEVEN, bench.plan().seed()), clients),
                    name() + ".beside",
                    parameters,
                    markers::nextInterval,
                    seconds -> ages.add(markers.nextInterval()));
        }
        bench.await(deployment, name(), parameters, ages);
        if (ages.isEmpty()) {
            bench.verification().complain("No answer showed a marker at " + rate + " events a second");
            return;
        }
        bench.percentiles(name(), parameters, ages, 50, 99, 100);
        bench.demand(Check.atMost("t_fresh in ms at " + rate + " events/s", ages.percentileMs(100), LIMIT_MS));
    }
}
