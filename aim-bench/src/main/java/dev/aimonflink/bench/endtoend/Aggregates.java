package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.load.LoadProfile;
import dev.aimonflink.bench.load.QueryPool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What many aggregates cost, beside few: taking events in, and answering queries while events come, as in the papers. */
public final class Aggregates implements Experiment {
    private static final String FEW = "42";

    /** Asked of a partition that takes events in, beside a thread of the papers' Flink. */
    private static final double TIMES_FLINK = 1.2;

    @Override
    public String name() {
        return "aggregates";
    }

    @Override
    public String summary() {
        return "Measure taking events in and answering queries with many aggregates (--aggregates) beside " + FEW;
    }

    @Override
    public Defaults defaults() {
        return new Defaults("546", List.of(1, 2), 20, 2, List.of(Read.SINGLE), List.of(10_000));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        Set<String> both = new LinkedHashSet<>(List.of(FEW, bench.plan().aggregates()));
        for (int parallelism : bench.plan().parallelism()) {
            for (String aggregates : both) {
                Deployment.Setup setup = bench.setup(parallelism, aggregates);
                Samples perSecond = Write.generated(bench, setup, name());
                if (aggregates.equals(FEW)) {
                    BesideFlink.demandEvents(bench, name(), setup, perSecond.median(), TIMES_FLINK);
                }
                try (Deployment deployment = bench.start(setup)) {
                    for (int rate : bench.plan().rates()) {
                        for (int clients : bench.plan().clients()) {
                            UnderLoad load = new UnderLoad(bench, deployment, rate);
                            load.measure(
                                    load.closedLoop(
                                            QueryPool.of(
                                                    LoadProfile.SEVEN,
                                                    bench.plan().seed()),
                                            clients),
                                    name(),
                                    new Parameters()
                                            .with("clients", clients)
                                            .with("rate", rate)
                                            .with("parallelism", parallelism)
                                            .with("aggregates", aggregates)
                                            .map());
                        }
                    }
                    bench.examine(deployment);
                }
            }
        }
    }
}
