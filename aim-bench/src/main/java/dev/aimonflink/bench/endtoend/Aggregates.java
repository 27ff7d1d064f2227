package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Truth;
import dev.aimonflink.bench.load.LoadProfile;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What many aggregates cost, beside few: taking events in, and answering queries. */
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
        return new Defaults("546", List.of(1, 2), 20, 2, List.of(8), List.of(10_000));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        Set<String> both = new LinkedHashSet<>(List.of(FEW, bench.plan().aggregates()));
        for (int parallelism : bench.plan().parallelism()) {
            for (String aggregates : both) {
                Deployment.Setup setup = new Deployment.Setup(
                        bench.plan().subscribers(),
                        aggregates,
                        parallelism,
                        bench.plan().seed());
                Samples perSecond = Write.generated(bench, setup, name());
                if (aggregates.equals(FEW)) {
                    BesideFlink.demandEvents(bench, name(), setup, perSecond.median(), TIMES_FLINK);
                }
                try (Deployment deployment = bench.start(setup)) {
                    Truth truth = deployment.truth();
                    for (int clients : bench.plan().clients()) {
                        Read.measure(bench, deployment, truth, LoadProfile.SEVEN, clients, name());
                    }
                    bench.examine(deployment);
                }
            }
        }
    }
}
