package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.load.QueryPool;
import java.util.List;

/** Measures throughput and latency with more and more clients: without events, as in the papers, and beside them. */
public final class Clients extends Experiment {
    /** A service level: this many clients, each answered within the limit. */
    private static final int MANY = 100;

    private static final double LIMIT_MS = 100;
    private static final int PAPERS_RATE = 10_000;

    public Clients() {
        super(
                "clients",
                "Measure throughput and latency of queries from one client to a hundred, without events and beside them",
                new Defaults(
                        "546",
                        List.of(2),
                        10,
                        1,
                        List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, MANY),
                        List.of(EventStream.Traffic.NONE, PAPERS_RATE)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(deployment -> {
            for (int rate : bench.plan().rates()) {
                int ofAll = bench.plan().ofAll(rate, deployment.setup().parallelism());
                UnderLoad load = new UnderLoad(bench, deployment, ofAll);
                for (QueryPool.Profile profile : bench.plan().queries()) {
                    for (int clients : bench.plan().clients()) {
                        measure(bench, load.asking(profile), clients);
                        bench.keep();
                    }
                }
            }
        });
    }

    private void measure(Bench bench, UnderLoad load, int clients) throws InterruptedException {
        int rate = load.callsPerSecond();
        Latencies latencies =
                load.measure(load.closedLoop(clients), name(), load.parameters("clients", clients, "rate", rate));
        if (clients == MANY && load.asksSeven() && rate != EventStream.Traffic.NONE && !latencies.isEmpty()) {
            bench.found()
                    .demand(Demand.atMost(
                            "p99 in ms with " + clients + " clients and " + rate + " events/s",
                            latencies.percentileMs(99),
                            LIMIT_MS));
        }
    }
}
