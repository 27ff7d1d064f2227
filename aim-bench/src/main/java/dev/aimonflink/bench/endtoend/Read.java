package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Truth;
import dev.aimonflink.bench.load.LoadProfile;
import dev.aimonflink.bench.load.QueryClients;
import dev.aimonflink.bench.load.QueryPool;
import java.util.List;

/**
 * How many queries a second are answered while no events come: by a single client, as the papers had it, and by several
 * that saturate the matrix; the seven queries and the other profiles. Every single answer is compared with the truth.
 */
public final class Read implements Experiment {
    static final int SINGLE = 1;

    /** With as many a pass has always others waiting for it; with eight it mostly answers four at a time. */
    static final int SEVERAL = 32;

    /** Asked of a partition beside a thread of the papers' Flink, with one client each: most of its time it waits for answers. */
    static final double TIMES_FLINK_BY_ONE = 1;

    /** Likewise with several clients each. */
    private static final double TIMES_FLINK_BY_SEVERAL = 6;

    @Override
    public String name() {
        return "read";
    }

    @Override
    public String summary() {
        return "Measure how many queries a second are answered while no events come";
    }

    @Override
    public Defaults defaults() {
        return new Defaults("42", List.of(1, 2), 10, 2, List.of(SINGLE, SEVERAL), List.of(10_000));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            try (Deployment deployment = bench.start(bench.setup(parallelism))) {
                Truth truth = deployment.truth();
                double ofOne = 0;
                double ofSeveral = 0;
                for (LoadProfile profile : LoadProfile.values()) {
                    for (int clients : bench.plan().clients()) {
                        double perSecond = measure(bench, deployment, truth, profile, clients, name());
                        if (profile == LoadProfile.SEVEN && clients == SINGLE) {
                            ofOne = perSecond;
                        } else if (profile == LoadProfile.SEVEN) {
                            ofSeveral = Math.max(ofSeveral, perSecond);
                        }
                    }
                }
                BesideFlink.demandQueries(bench, name(), deployment.setup(), ofOne, TIMES_FLINK_BY_ONE);
                BesideFlink.demandQueries(bench, "clients", deployment.setup(), ofSeveral, TIMES_FLINK_BY_SEVERAL);
                bench.examine(deployment);
            }
        }
    }

    /** Measures a profile on a deployment that takes no events in; returns the queries a second. */
    static double measure(
            Bench bench, Deployment deployment, Truth truth, LoadProfile profile, int clients, String name)
            throws InterruptedException {
        QueryPool pool = QueryPool.of(profile, bench.plan().seed());
        bench.say("The right answers to " + profile.label() + " are computed ...");
        pool.all().forEach(truth::answer);
        try (QueryClients asking =
                QueryClients.closedLoop(deployment.client()::ask, clients, pool, ended -> bench.verification()
                        .check(truth, ended.call(), ended.result(), ended.failure()))) {
            bench.warmUp(deployment, asking::answered);
            bench.say(clients + " clients ask " + profile.label() + " ...");
            return bench.measure(
                            deployment,
                            asking,
                            name,
                            new Parameters()
                                    .with("profile", profile.label())
                                    .with("clients", clients)
                                    .with("parallelism", deployment.setup().parallelism())
                                    .with("aggregates", deployment.setup().aggregates())
                                    .map(),
                            seconds -> {})
                    .answersPerSecond();
        }
    }
}
