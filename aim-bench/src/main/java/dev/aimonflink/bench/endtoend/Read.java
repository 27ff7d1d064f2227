package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Truth;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.lab.meter.QueryClients;
import java.util.List;

/**
 * Measures the answer rate without events: with a single client, as in the papers, and with several that saturate the matrix; for the seven
 * queries and the other profiles. Every answer is compared with the truth.
 */
public final class Read extends Experiment {
    private static final List<QueryPool.Profile> PROFILES = List.of(
            QueryPool.Profile.SEVEN, QueryPool.Profile.Q1_W2_W3, QueryPool.Profile.Q1_W2, QueryPool.Profile.FLAT_RATE);

    static final int SINGLE = 1;

    /** Enough for queries to always wait for the next pass; with eight, a pass mostly answers four. */
    static final int SEVERAL = 32;

    /** A partition's demanded answer rate, relative to a thread of the papers' Flink, with one client each. */
    static final double TIMES_FLINK_BY_ONE = 1;

    /** The same with several clients each. */
    private static final double TIMES_FLINK_BY_SEVERAL = 6;

    public Read() {
        super(
                "read",
                "Measure how many queries a second are answered while no events come",
                new Defaults("42", List.of(1, 2), 10, 2, List.of(SINGLE, SEVERAL), List.of(10_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(deployment -> {
            Truth truth = deployment.truth();
            double ofOne = 0;
            double ofSeveral = 0;
            for (QueryPool.Profile profile : PROFILES) {
                for (int clients : bench.plan().clients()) {
                    double perSecond = measure(bench, deployment, truth, profile, clients);
                    if (profile == QueryPool.Profile.SEVEN && clients == SINGLE) {
                        ofOne = perSecond;
                    } else if (profile == QueryPool.Profile.SEVEN) {
                        ofSeveral = Math.max(ofSeveral, perSecond);
                    }
                }
            }
            BesideFlink.demand(bench, name(), BesideFlink.QUERIES, deployment.setup(), ofOne, TIMES_FLINK_BY_ONE);
            BesideFlink.demand(
                    bench, "clients", BesideFlink.QUERIES, deployment.setup(), ofSeveral, TIMES_FLINK_BY_SEVERAL);
        });
    }

    private double measure(Bench bench, Deployment deployment, Truth truth, QueryPool.Profile profile, int clients)
            throws InterruptedException {
        QueryPool pool = QueryPool.of(profile, bench.plan().seed());
        bench.say("The right answers to " + profile.label() + " are computed ...");
        pool.all().forEach(truth::answer);
        try (QueryClients asking = QueryClients.closedLoop(
                deployment.client()::ask,
                clients,
                pool,
                ended -> bench.found().verification().check(truth, ended),
                System::nanoTime)) {
            bench.warmUp(deployment, asking::answered);
            bench.say(clients + " clients ask " + profile.label() + " ...");
            return bench.measure(
                            deployment,
                            asking,
                            name(),
                            deployment.setup().parameters("profile", profile.label(), "clients", clients),
                            seconds -> {})
                    .answersPerSecond();
        }
    }
}
