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

/**
 * What queries get while events come through Kafka at a steady rate: how many a second clients have answered that wait for
 * their answers, and how long queries take that come at a rate of their own.
 */
public final class Mixed implements Experiment {
    private static final int PAPERS_RATE = 10_000;

    /** Of a job that 100 clients use, each with three queries a second. */
    private static final int OPEN_LOOP_RATE = 300;

    private static final double OPEN_LOOP_LIMIT_MS = 60;

    @Override
    public String name() {
        return "mixed";
    }

    @Override
    public String summary() {
        return "Measure how many queries a second are answered while events come at a rate, and queries at a rate of their"
                + " own";
    }

    @Override
    public Defaults defaults() {
        return new Defaults("546", List.of(1, 2), 20, 3, List.of(Read.SINGLE, Read.SEVERAL), List.of(PAPERS_RATE))
                .openLoop(OPEN_LOOP_RATE);
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            try (Deployment deployment = bench.start(bench.setup(parallelism))) {
                for (int rate : bench.plan().rates()) {
                    measure(bench, new UnderLoad(bench, deployment, rate));
                }
                bench.examine(deployment);
                bench.demand(Check.atMost(
                        "events that could not be published in time, " + parallelism + " partitions",
                        (double) deployment.events().forgone(),
                        0));
            }
        }
    }

    private void measure(Bench bench, UnderLoad load) throws InterruptedException {
        QueryPool pool = QueryPool.of(LoadProfile.SEVEN, bench.plan().seed());
        for (int clients : bench.plan().clients()) {
            Latencies latencies = load.measure(
                    load.closedLoop(pool, clients),
                    name(),
                    parameters(load).with("clients", clients).map());
            if (clients == Read.SINGLE && load.callsPerSecond() == PAPERS_RATE) {
                BesideFlink.demandQueries(
                        bench,
                        name(),
                        load.deployment().setup(),
                        latencies.answersPerSecond(),
                        Read.TIMES_FLINK_BY_ONE);
            }
        }
        for (int perSecond : bench.plan().queryRates()) {
            Latencies latencies = load.measure(
                    load.openLoop(pool, perSecond),
                    name() + ".open-loop",
                    parameters(load).with("query-rate", perSecond).map());
            if (perSecond == OPEN_LOOP_RATE && load.callsPerSecond() == PAPERS_RATE && !latencies.isEmpty()) {
                bench.demand(Check.atMost(
                        "p99 in ms of " + perSecond + " queries/s in an open loop beside " + PAPERS_RATE
                                + " events/s, parallelism "
                                + load.deployment().setup().parallelism(),
                        latencies.percentileMs(99),
                        OPEN_LOOP_LIMIT_MS));
            }
        }
    }

    private static Parameters parameters(UnderLoad load) {
        return new Parameters()
                .with("rate", load.callsPerSecond())
                .with("parallelism", load.deployment().setup().parallelism())
                .with("aggregates", load.deployment().setup().aggregates());
    }
}
