package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.load.QueryPool;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures queries while events come through Kafka at a steady rate: the answer rate of clients in a closed loop, and latencies in an open
 * loop; and the time of events from decoding until they are applied, alone and beside the queries.
 */
public final class Mixed extends Experiment {
    private static final int PAPERS_RATE = 10_000;

    /** The rate of 100 clients with three queries a second each. */
    private static final int OPEN_LOOP_RATE = 300;

    private static final double OPEN_LOOP_LIMIT_MS = 60;

    /** A service level. */
    private static final double APPLIED_LIMIT_MS = 10;

    /** Another one. */
    private static final double ALERTED_LIMIT_MS = 30;

    /** Events alone. */
    private static final int NOBODY = 0;

    public Mixed() {
        super(
                "mixed",
                "Measure how many queries a second are answered while events come at a rate, and queries at a rate of their"
                        + " own",
                new Defaults(
                                "546",
                                List.of(1, 2),
                                20,
                                3,
                                List.of(NOBODY, Read.SINGLE, Read.SEVERAL),
                                List.of(PAPERS_RATE))
                        .openLoop(OPEN_LOOP_RATE));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(
                setup -> setup.with(bench.plan().checkpoints())
                        .judgedBy(bench.plan().rules()),
                deployment -> {
                    for (int rate : bench.plan().rates()) {
                        measure(bench, new UnderLoad(bench, deployment, rate));
                    }
                    bench.found()
                            .demand(Demand.atMost(
                                    "events that could not be published in time, "
                                            + deployment.setup().parallelism() + " partitions",
                                    (double) deployment.events().skipped(),
                                    0));
                });
    }

    private void measure(Bench bench, UnderLoad load) throws InterruptedException {
        for (int clients : bench.plan().clients()) {
            if (clients > NOBODY) {
                for (QueryPool.Profile profile : bench.plan().queries()) {
                    measureClients(bench, load.asking(profile), clients);
                    bench.keep();
                }
            } else if (load.callsPerSecond() > EventStream.Traffic.NONE) {
                measureAlone(bench, load);
                bench.keep();
            }
        }
        for (int perSecond : bench.plan().queryRates()) {
            for (QueryPool.Profile profile : bench.plan().queries()) {
                measureOpenLoop(bench, load.asking(profile), perSecond);
                bench.keep();
            }
        }
    }

    private void measureAlone(Bench bench, UnderLoad load) throws InterruptedException {
        Deployment deployment = load.deployment();
        Map<String, String> parameters = load.parameters("clients", NOBODY, "rate", load.callsPerSecond());
        AppliedTimes applied = new AppliedTimes(deployment);
        try (applied) {
            load.measureAlone(
                    name(), parameters, () -> applied.begin(bench.plan().seconds()), applied::end);
        }
        Latencies alerted = reportAlerts(bench, deployment, name(), parameters, applied);
        if (!alerted.isEmpty() && load.callsPerSecond() == PAPERS_RATE) {
            bench.found()
                    .demand(Demand.atMost(
                            "p99 in ms from when Kafka took an event until it took its alert, outside of checkpoints, "
                                    + bench.plan().rules() + " rules, parallelism "
                                    + deployment.setup().parallelism(),
                            alerted.percentileMs(99),
                            ALERTED_LIMIT_MS));
        }
        Optional<Latencies> outside = applied.report(bench, deployment, name(), parameters);
        if (outside.isPresent() && load.callsPerSecond() == PAPERS_RATE) {
            bench.found()
                    .demand(Demand.atMost(
                            "p99 in ms from the decoding of an event until it is applied, outside of checkpoints, "
                                    + PAPERS_RATE + " events/s alone, parallelism "
                                    + deployment.setup().parallelism(),
                            outside.get().percentileMs(99),
                            APPLIED_LIMIT_MS));
        }
    }

    private void measureClients(Bench bench, UnderLoad load, int clients) throws InterruptedException {
        int rate = load.callsPerSecond();
        Latencies latencies = measure(
                bench, load, load.closedLoop(clients), name(), load.parameters("clients", clients, "rate", rate));
        if (clients == Read.SINGLE && load.asksSeven() && rate == PAPERS_RATE) {
            BesideFlink.demand(
                    bench,
                    name(),
                    BesideFlink.QUERIES,
                    load.deployment().setup(),
                    latencies.answersPerSecond(),
                    Read.TIMES_FLINK_BY_ONE);
        }
    }

    private void measureOpenLoop(Bench bench, UnderLoad load, int perSecond) throws InterruptedException {
        int rate = load.callsPerSecond();
        Latencies latencies = measure(
                bench,
                load,
                load.openLoop(perSecond),
                name() + ".open-loop",
                load.parameters("query-rate", perSecond, "rate", rate));
        if (perSecond == OPEN_LOOP_RATE && load.asksSeven() && rate == PAPERS_RATE && !latencies.isEmpty()) {
            bench.found()
                    .demand(Demand.atMost(
                            "p99 in ms of " + perSecond + " queries/s in an open loop beside " + PAPERS_RATE
                                    + " events/s, parallelism "
                                    + load.deployment().setup().parallelism(),
                            latencies.percentileMs(99),
                            OPEN_LOOP_LIMIT_MS));
        }
    }

    private static Latencies measure(
            Bench bench, UnderLoad load, UnderLoad.Clients clients, String name, Map<String, String> parameters)
            throws InterruptedException {
        AppliedTimes applied = new AppliedTimes(load.deployment());
        Latencies latencies;
        try (applied) {
            latencies = load.measure(
                    clients, name, parameters, () -> applied.begin(bench.plan().seconds()), seconds -> applied.end());
        }
        applied.report(bench, load.deployment(), name, parameters);
        reportAlerts(bench, load.deployment(), name, parameters, applied);
        return latencies;
    }

    /** The times from events to their alerts; empty without rules. */
    private static Latencies reportAlerts(
            Bench bench, Deployment deployment, String name, Map<String, String> parameters, AppliedTimes applied) {
        Latencies times = bench.plan().rules() == 0
                ? new Latencies()
                : new AlertTimes(deployment).outsideOfCheckpoints(applied.seconds());
        if (!times.isEmpty()) {
            bench.found().percentiles(name + ".alerted", parameters, times, 50, 99, 99.9);
        }
        return times;
    }
}
