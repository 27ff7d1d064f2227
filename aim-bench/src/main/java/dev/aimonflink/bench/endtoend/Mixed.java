package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import java.util.List;

/**
 * Measures queries while events come through Kafka at a steady rate: how many a second clients in a closed loop have
 * answered, and how long queries in an open loop take.
 */
public final class Mixed extends Experiment {
    private static final int PAPERS_RATE = 10_000;

    /** The rate of 100 clients with three queries a second each. */
    private static final int OPEN_LOOP_RATE = 300;

    private static final double OPEN_LOOP_LIMIT_MS = 60;

    public Mixed() {
        super(
                "mixed",
                "Measure how many queries a second are answered while events come at a rate, and queries at a rate of their"
                        + " own",
                new Defaults("546", List.of(1, 2), 20, 3, List.of(Read.SINGLE, Read.SEVERAL), List.of(PAPERS_RATE))
                        .openLoop(OPEN_LOOP_RATE));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(deployment -> {
            for (int rate : bench.plan().rates()) {
                measure(bench, new UnderLoad(bench, deployment, rate));
            }
            bench.found()
                    .demand(Check.atMost(
                            "events that could not be published in time, "
                                    + deployment.setup().parallelism() + " partitions",
                            (double) deployment.events().skipped(),
                            0));
        });
    }

    private void measure(Bench bench, UnderLoad load) throws InterruptedException {
        int rate = load.callsPerSecond();
        for (int clients : bench.plan().clients()) {
            Latencies latencies =
                    load.measure(load.seven(clients), name(), load.parameters("clients", clients, "rate", rate));
            if (clients == Read.SINGLE && rate == PAPERS_RATE) {
                BesideFlink.demand(
                        bench,
                        name(),
                        BesideFlink.QUERIES,
                        load.deployment().setup(),
                        latencies.answersPerSecond(),
                        Read.TIMES_FLINK_BY_ONE);
            }
        }
        for (int perSecond : bench.plan().queryRates()) {
            Latencies latencies = load.measure(
                    load.openLoop(perSecond),
                    name() + ".open-loop",
                    load.parameters("query-rate", perSecond, "rate", rate));
            if (perSecond == OPEN_LOOP_RATE && rate == PAPERS_RATE && !latencies.isEmpty()) {
                bench.found()
                        .demand(Check.atMost(
                                "p99 in ms of " + perSecond + " queries/s in an open loop beside " + PAPERS_RATE
                                        + " events/s, parallelism "
                                        + load.deployment().setup().parallelism(),
                                latencies.percentileMs(99),
                                OPEN_LOOP_LIMIT_MS));
            }
        }
    }
}
