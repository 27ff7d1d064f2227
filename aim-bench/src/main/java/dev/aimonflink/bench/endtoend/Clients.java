package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.load.LoadProfile;
import dev.aimonflink.bench.load.QueryPool;
import java.util.List;

/** What more clients at a time make of throughput and latency: without events, as in the papers, and beside them. */
public final class Clients implements Experiment {
    /** Of the service levels: so many at a time, each within so long. */
    private static final int MANY = 100;

    private static final double LIMIT_MS = 100;
    private static final int PAPERS_RATE = 10_000;

    @Override
    public String name() {
        return "clients";
    }

    @Override
    public String summary() {
        return "Measure throughput and latency of queries from one client to a hundred, without events and beside them";
    }

    @Override
    public Defaults defaults() {
        return new Defaults(
                "546",
                List.of(2),
                10,
                1,
                List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, MANY),
                List.of(Traffic.NONE, PAPERS_RATE));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            try (Deployment deployment = bench.start(bench.setup(parallelism))) {
                for (int rate : bench.plan().rates()) {
                    for (int clients : bench.plan().clients()) {
                        measure(bench, deployment, clients, rate);
                    }
                }
                bench.examine(deployment);
            }
        }
    }

    private void measure(Bench bench, Deployment deployment, int clients, int rate) throws InterruptedException {
        UnderLoad load = new UnderLoad(bench, deployment, rate);
        Latencies latencies = load.measure(
                load.closedLoop(QueryPool.of(LoadProfile.SEVEN, bench.plan().seed()), clients),
                name(),
                new Parameters()
                        .with("clients", clients)
                        .with("rate", rate)
                        .with("parallelism", deployment.setup().parallelism())
                        .with("aggregates", deployment.setup().aggregates())
                        .map());
        if (clients == MANY && rate != Traffic.NONE && !latencies.isEmpty()) {
            bench.demand(Check.atMost(
                    "p99 in ms with " + clients + " clients and " + rate + " events/s",
                    latencies.percentileMs(99),
                    LIMIT_MS));
        }
    }
}
