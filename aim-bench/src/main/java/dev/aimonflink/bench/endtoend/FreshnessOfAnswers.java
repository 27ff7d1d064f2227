package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.lab.meter.CallMarkers;
import dev.aimonflink.lab.meter.Freshness;
import java.util.List;
import java.util.Map;

/**
 * Measures the age of answers, {@code t_fresh}: the time from a marker event's due time to the answer that shows it, at several rates of
 * other events and beside other queries.
 */
public final class FreshnessOfAnswers extends Experiment {
    /** The benchmark's service level for each answer. */
    private static final double LIMIT_MS = 1_000;

    /** Ours, for 99 of 100. */
    private static final double GOAL_MS = 100;

    public FreshnessOfAnswers() {
        super(
                "freshness",
                "Measure how long it takes from an event to the answers that show it, at several rates",
                new Defaults("546", List.of(2), 20, 3, List.of(1), List.of(1_000, 10_000, 20_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(deployment -> {
            Freshness freshness = new Freshness(
                    new CallMarkers(deployment.events(), deployment.setup().parallelism()),
                    deployment.client()::ask,
                    bench.plan().subscribers());
            for (int rate : bench.plan().rates()) {
                for (int clients : bench.plan().clients()) {
                    measure(bench, new UnderLoad(bench, deployment, rate), freshness, clients);
                }
            }
            freshness.failures().forEach(bench.found().verification()::complain);
        });
    }

    private void measure(Bench bench, UnderLoad load, Freshness freshness, int clients) throws InterruptedException {
        int rate = load.callsPerSecond();
        Map<String, String> parameters = load.parameters("rate", rate, "clients", clients);
        Latencies ages = new Latencies();
        try (FreshnessMarkers markers =
                new FreshnessMarkers(freshness, load.deployment().events())) {
            load.measure(
                    load.closedLoop(clients),
                    name() + ".beside",
                    parameters,
                    markers::next,
                    seconds -> ages.add(markers.next()));
        }
        bench.await(load.deployment(), name(), parameters, ages);
        if (ages.isEmpty()) {
            bench.found().verification().complain("No answer showed a marker at " + rate + " events a second");
            return;
        }
        bench.found().percentiles(name(), parameters, ages, 50, 99, 100);
        bench.found()
                .demand(Demand.atMost("t_fresh p99 in ms at " + rate + " events/s", ages.percentileMs(99), GOAL_MS));
        bench.found().demand(Demand.atMost("t_fresh in ms at " + rate + " events/s", ages.percentileMs(100), LIMIT_MS));
    }
}
