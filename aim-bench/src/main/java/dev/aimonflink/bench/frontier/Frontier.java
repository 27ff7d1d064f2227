package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Rates;
import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.bench.installation.Truth;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.lab.meter.QueryClients.Ended;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleConsumer;

/**
 * Measures the frontier of throughput as HATtrick does: how many queries a second a closed loop of clients has answered beside several rates
 * of events, up to the highest that the system takes in alone. Our job, DuckDB and Kafka Streams have the same calls, rows, aggregates and
 * queries.
 */
public final class Frontier extends Experiment {
    /** Those that all three can state: an average and a maximum with a filter, and sums by group. */
    static final List<String> QUERIES = List.of("q1", "q2", "q3");

    /** Of the highest rate, in percent. */
    private static final List<Integer> SHARES = List.of(0, 25, 50, 75, 100);

    private static final int HALF = 50;
    private static final double PER_CENT = 100;

    /** Enough that each filter keeps some subscribers and drops others. */
    private static final int CALLS_PER_SUBSCRIBER = 5;

    private static final int SUBSCRIBERS = 100_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** What was measured at a time, a second. */
    private record Point(double events, double queries) {}

    public Frontier() {
        super(
                "frontier",
                "Measure events beside queries, of our job, DuckDB and Kafka Streams on the same calls",
                new Defaults("42", List.of(2), 20, 2, List.of(4), List.of(0)).of(SUBSCRIBERS));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            for (int clients : bench.plan().clients()) {
                compare(bench, bench.setup(parallelism), clients);
            }
        }
    }

    private void compare(Bench bench, Setup setup, int clients) throws InterruptedException {
        Map<String, Integer> halves = new LinkedHashMap<>();
        Map<String, Double> theirs = new LinkedHashMap<>();
        for (Side side : List.of(Side.DUCKDB, Side.STREAMS)) {
            Point half =
                    new Measured(bench, setup, clients, side).points(Map.of()).get(Integer.toString(HALF));
            halves.put(HALF + "-of-" + side.label(), (int) half.events());
            theirs.put(HALF + "-of-" + side.label(), half.queries());
        }
        Map<String, Point> ours = new Measured(bench, setup, clients, Side.OURS).points(halves);
        theirs.forEach((share, queries) -> bench.found()
                .demand(Demand.atLeast(
                        "our queries a second over theirs at " + share + " % of the highest rate of events, " + clients
                                + " clients, parallelism " + setup.parallelism(),
                        ours.get(share).queries() / queries,
                        1)));
    }

    /** The measurements of one system. */
    private final class Measured {
        private final Bench bench;
        private final Setup setup;
        private final int clients;
        private final Side side;

        Measured(Bench bench, Setup setup, int clients, Side side) {
            this.bench = bench;
            this.setup = setup;
            this.clients = clients;
            this.side = side;
        }

        /**
         * Measures the shares of the highest rate, and further rates.
         *
         * @param rates of events a second, by the name of their share
         */
        Map<String, Point> points(Map<String, Integer> rates) throws InterruptedException {
            Map<String, Point> points = new LinkedHashMap<>();
            try (Deployment deployment = new Deployment(bench.broker(), setup)) {
                bench.say(side.label() + " starts ...");
                deployment.publishAll((long) setup.subscribers() * CALLS_PER_SUBSCRIBER);
                try (LiveTable table = side.start(bench.broker(), deployment, clients)) {
                    EventStream events = deployment.events();
                    table.awaitApplied(events.published());
                    double highest = highestRate(table, events);
                    Map<String, Integer> all = new LinkedHashMap<>();
                    SHARES.forEach(share -> all.put(Integer.toString(share), (int) (highest * share / PER_CENT)));
                    all.putAll(rates);
                    for (Map.Entry<String, Integer> each : all.entrySet()) {
                        points.put(each.getKey(), point(table, events, each.getKey(), each.getValue()));
                    }
                    check(deployment, table);
                }
            }
            bench.keep();
            return points;
        }

        private Map<String, String> parameters(String share) {
            return setup.parameters("system", side.label(), "share", share, "clients", clients);
        }

        private double highestRate(LiveTable table, EventStream events) throws InterruptedException {
            Map<String, String> parameters = parameters("alone");
            double perSecond;
            Flood flood = new Flood(events, table::applied);
            try (flood) {
                bench.warmUp(table::requireHealthy, table::applied);
                bench.say(name() + " " + parameters + " ...");
                perSecond = eventsPerSecond(table, parameters, seconds -> {});
            }
            settle(table, events);
            return perSecond;
        }

        private Point point(LiveTable table, EventStream events, String share, int rate) throws InterruptedException {
            Map<String, String> parameters = parameters(share);
            Point point;
            EventStream.Traffic traffic = new EventStream.Traffic(events, rate);
            try (traffic;
                    QueryClients asking = QueryClients.closedLoop(
                            table,
                            clients,
                            bench.plan().think(),
                            QueryPool.of(QUERIES, setup.seed()),
                            checks()::isAnswered,
                            System::nanoTime)) {
                bench.warmUp(table::requireHealthy, asking::answered);
                bench.say(name() + " " + parameters + " ...");
                Rates answered = new Rates(asking::answered);
                double applied = eventsPerSecond(table, parameters, answered::ended);
                Samples queries = answered.samples();
                bench.found().rate(name() + ".queries", parameters, "queries/s", queries);
                point = new Point(applied, queries.median());
            }
            settle(table, events);
            return point;
        }

        /** One value for the whole time, because systems that apply batches have none in many intervals. */
        private double eventsPerSecond(LiveTable table, Map<String, String> parameters, DoubleConsumer also)
                throws InterruptedException {
            final long before = table.applied();
            final long beganNanos = System.nanoTime();
            bench.measure(table::requireHealthy, also);
            final double seconds = (System.nanoTime() - beganNanos) / 1e9;
            Samples perSecond = new Samples((table.applied() - before) / seconds);
            if (perSecond.median() > 0) {
                bench.found().rate(name() + ".events", parameters, "events/s", perSecond);
            }
            return perSecond.median();
        }

        /** What a system could not take in at its rate is applied before anything else is measured. */
        private void settle(LiveTable table, EventStream events) {
            events.flush();
            table.awaitApplied(events.published());
        }

        private AnswerChecks checks() {
            return bench.found().verification();
        }

        private void check(Deployment deployment, LiveTable table) {
            bench.say(side.label() + ": answers are recomputed ...");
            if (side == Side.OURS) {
                bench.examine(deployment);
            }
            Frontier.check(
                    deployment, table, QueryPool.of(QUERIES, setup.seed()).all(), checks(), side.label());
        }
    }

    /** Compares answers with one recount, when all published calls are applied. */
    static void check(
            Deployment deployment, LiveTable table, List<AskedQuery> questions, AnswerChecks checks, String whose) {
        Truth truth = deployment.truth();
        checks.checkCount(whose + ", calls", truth.calls(), table.applied());
        for (AskedQuery question : questions) {
            CompletableFuture<Ended> answer = table.ask(question, TIMEOUT)
                    .handle((result, failure) -> new Ended(question, 0, 0, result, failure));
            checks.check(truth, answer.join());
        }
    }
}
