package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Setup;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Measures what many aggregates cost compared with few: for events, and for queries beside events, as in the papers. */
public final class CostOfAggregates extends Experiment {
    private static final String FEW = "42";

    /** The demanded event rate of a partition, relative to a thread of the papers' Flink. */
    private static final double TIMES_FLINK = 1.2;

    public CostOfAggregates() {
        super(
                "aggregates",
                "Measure taking events in and answering queries with many aggregates (--aggregates) beside " + FEW,
                new Defaults("546", List.of(1, 2), 20, 2, List.of(Read.SINGLE), List.of(10_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        Set<String> both = new LinkedHashSet<>(List.of(FEW, bench.plan().aggregates()));
        for (int parallelism : bench.plan().parallelism()) {
            for (String aggregates : both) {
                Setup setup = bench.setup(parallelism, aggregates);
                Samples perSecond = Write.generated(bench, setup, name());
                if (aggregates.equals(FEW)) {
                    BesideFlink.demand(bench, name(), BesideFlink.EVENTS, setup, perSecond.median(), TIMES_FLINK);
                }
                try (Deployment deployment = bench.start(setup)) {
                    for (int rate : bench.plan().rates()) {
                        for (int clients : bench.plan().clients()) {
                            UnderLoad load = new UnderLoad(bench, deployment, rate);
                            load.measure(
                                    load.closedLoop(clients),
                                    name(),
                                    load.parameters("clients", clients, "rate", rate));
                        }
                    }
                    bench.examine(deployment);
                }
            }
        }
    }
}
