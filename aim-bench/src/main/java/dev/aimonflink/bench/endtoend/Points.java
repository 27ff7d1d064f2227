package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.lab.meter.DueLatencies;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.lab.meter.QueryClients.Ended;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures point queries in an open loop, beside events and clients that ask the seven queries: the time from parsing to the operator's
 * answer, as the job measures it, and from each due time to the answer at the client.
 */
public final class Points extends Experiment {
    /** A service level: this many a second, each answered by the operator within the limit. */
    private static final int RATE = 5_000;

    private static final double LIMIT_MS = 10;
    private static final double BURST_LIMIT_MS = 25;
    private static final int EVENTS_RATE = 10_000;

    /** At thousands of questions a second the broker has to get several at a time. */
    private static final int LINGER_MS = 2;

    public Points() {
        super(
                "points",
                "Measure point queries that come at a rate of their own, evenly and all at once, beside queries and events",
                new Defaults("546", List.of(2), 20, 2, List.of(1), List.of(EVENTS_RATE)).openLoop(RATE));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(setup -> setup.lingering(LINGER_MS), deployment -> {
            for (int rate : bench.plan().rates()) {
                for (int clients : bench.plan().clients()) {
                    for (int perSecond : bench.plan().queryRates()) {
                        UnderLoad load = new UnderLoad(bench, deployment, rate);
                        measure(bench, load, clients, perSecond, 1);
                        measure(bench, load, clients, perSecond, perSecond);
                    }
                }
            }
        });
    }

    /** @param atOnce how many are asked at the same time */
    private void measure(Bench bench, UnderLoad load, int clients, int perSecond, int atOnce)
            throws InterruptedException {
        Deployment deployment = load.deployment();
        Map<String, String> parameters = load.parameters(
                "query-rate",
                perSecond,
                "rate",
                load.callsPerSecond(),
                "clients",
                clients,
                "columns",
                PointProbe.COLUMNS.size(),
                "at-once",
                atOnce,
                "linger-ms",
                LINGER_MS);
        DueLatencies inside = new DueLatencies();
        Latencies atOperator = new Latencies();
        Latencies beside = new Latencies();
        try (QueryClients analytic =
                load.closedLoop(clients).apply(bench.found().verification()::isAnswered)) {
            Latencies outside = load.measure(
                    points(bench, deployment, perSecond, atOnce, inside),
                    name(),
                    parameters,
                    () -> {
                        inside.next();
                        analytic.nextInterval();
                    },
                    seconds -> {
                        atOperator.add(inside.next());
                        beside.add(analytic.nextInterval());
                    });
            bench.await(deployment, name() + ".beside", parameters, beside);
            bench.await(deployment, name() + ".operator", parameters, atOperator);
            if (outside.isEmpty() || atOperator.isEmpty() || beside.isEmpty()) {
                bench.found().verification().complain("No answer came at " + perSecond + " point queries a second");
                return;
            }
            bench.found().percentiles(name(), parameters, outside, 99.9);
        }
        bench.found().percentiles(name() + ".operator", parameters, atOperator, 50, 99, 99.9);
        bench.found().percentiles(name() + ".beside", parameters, beside, 50, 99);
        if (perSecond == RATE && load.callsPerSecond() == EVENTS_RATE) {
            bench.found()
                    .demand(Demand.atMost(
                            "p99 in ms from parsing to the operator's answer, " + perSecond + " point queries/s, "
                                    + atOnce + " at once, beside " + EVENTS_RATE + " events/s",
                            atOperator.percentileMs(99),
                            atOnce == 1 ? LIMIT_MS : BURST_LIMIT_MS));
        }
    }

    private static UnderLoad.Clients points(
            Bench bench, Deployment deployment, int perSecond, int atOnce, DueLatencies atOperator) {
        Setup setup = deployment.setup();
        return listener -> QueryClients.openLoop(
                deployment.client()::ask,
                perSecond,
                atOnce,
                PointProbe.calls(
                        setup.subscribers(), setup.parallelism(), bench.plan().seed()),
                ended -> {
                    listener.accept(ended);
                    if (ended.result() != null && ended.result().status() == QueryResult.Status.OK) {
                        long micros = ended.result().timings().queuedMicros();
                        atOperator.begin().ended(TimeUnit.MICROSECONDS.toNanos(micros));
                        check(bench, ended);
                    }
                },
                System::nanoTime);
    }

    /** Checks only the subscriber id, because the aggregates change while events come. */
    private static void check(Bench bench, Ended ended) {
        List<List<Object>> rows = ended.result().rows();
        Object asked = ended.call().params().get("subscriberId");
        if (rows.size() != 1 || !rows.get(0).get(0).equals(asked)) {
            bench.found().verification().complain(ended.call() + ": the answer is " + rows);
        }
    }
}
