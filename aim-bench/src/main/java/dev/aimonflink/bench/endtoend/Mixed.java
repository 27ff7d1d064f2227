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

/** How many queries a second are answered while events come through Kafka at a steady rate. */
public final class Mixed implements Experiment {
    private static final int PAPERS_RATE = 10_000;

    /** Asked of a partition beside a thread of the papers' Flink. */
    private static final double TIMES_FLINK = 6;

    @Override
    public String name() {
        return "mixed";
    }

    @Override
    public String summary() {
        return "Measure how many queries a second are answered while events come at a rate";
    }

    @Override
    public Defaults defaults() {
        return new Defaults("546", List.of(1, 2), 20, 3, List.of(1, Read.SEVERAL), List.of(PAPERS_RATE));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            try (Deployment deployment = bench.start(bench.setup(parallelism))) {
                double most = 0;
                for (int rate : bench.plan().rates()) {
                    for (int clients : bench.plan().clients()) {
                        Latencies latencies = UnderLoad.measure(
                                bench,
                                deployment,
                                QueryPool.of(LoadProfile.SEVEN, bench.plan().seed()),
                                clients,
                                rate,
                                name(),
                                new Parameters()
                                        .with("rate", rate)
                                        .with("clients", clients)
                                        .with("parallelism", parallelism)
                                        .with("aggregates", deployment.setup().aggregates())
                                        .map());
                        if (rate == PAPERS_RATE && !latencies.isEmpty()) {
                            most = Math.max(most, latencies.perSecond().median());
                        }
                    }
                }
                bench.examine(deployment);
                if (bench.plan().rates().contains(PAPERS_RATE)) {
                    BesideFlink.demandQueries(bench, name(), deployment.setup(), most, TIMES_FLINK);
                }
                bench.demand(Check.atMost(
                        "events that could not be published in time, " + parallelism + " partitions",
                        (double) deployment.events().forgone(),
                        0));
            }
        }
    }
}
