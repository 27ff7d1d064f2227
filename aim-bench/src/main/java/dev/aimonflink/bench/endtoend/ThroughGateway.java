package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.load.HttpClientWay;
import dev.aimonflink.bench.load.JdbcClient;
import dev.aimonflink.bench.load.TopicHop;
import dev.aimonflink.bench.load.WaitingThreads;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.gateway.http.HttpJob;
import dev.aimonflink.gateway.http.HttpPort;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.lab.twin.RowComparison;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.KeptColumns;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Measures what the gateway adds: the same questions by JDBC, over HTTP and by Kafka's client, in turns, one at a time and at a rate. And how a
 * question's time divides between Kafka, the job, and the gateway.
 */
public final class ThroughGateway extends Experiment {
    private static final int EVENTS_RATE = 10_000;
    private static final int QUERY_RATE = 500;

    /** Of each way, after an uncounted one: the first of all is cold. */
    private static final int TURNS = 3;

    /** Threads and connections, only one of which is used while questions come one at a time. */
    private static final int AT_A_TIME = 48;

    /** How many times fewer scans than look-ups there are a second. */
    private static final int SHARE_OF_SEVEN = 5;

    private static final double ADDS_AT_MOST_MS = 0.5;
    private static final double P50_AT_MOST_MS = 3;
    private static final double P99_TIMES_AT_MOST = 1.3;
    private static final double P99_ADDS_AT_MOST_MS = 2;
    private static final double P99_OF_HTTP_TIMES_AT_MOST = 1.2;
    private static final double MICROS_PER_MS = 1_000;
    private static final int COMPARED = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final String LOOK_UPS = "look-ups";
    private static final String SEVEN = "seven";
    private static final String KAFKA = "kafka";
    private static final String JDBC = "jdbc";
    private static final String HTTP = "http";
    private static final AskedQuery OF_THE_GATEWAY = SqlTexts.asked("SELECT 1");

    public ThroughGateway() {
        super(
                "gateway",
                "Measure questions through the gateway, by JDBC and over HTTP, beside those through Kafka, and where their time goes",
                new Defaults("42", List.of(2), 10, 1, List.of(1), List.of(EVENTS_RATE)).openLoop(QUERY_RATE));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(setup -> setup.keeping(KeptColumns.SQL), deployment -> {
            try (OpenGateway gateway = OpenGateway.atLoopback(deployment.connection(), deployment.topics(), 0);
                    JdbcClient client = new JdbcClient(url(gateway.port()), AT_A_TIME);
                    WaitingThreads jdbc = new WaitingThreads((call, timeout) -> client.answer(call), AT_A_TIME);
                    HttpPort port = http(gateway, deployment);
                    WaitingThreads http = new WaitingThreads(overHttp(port), AT_A_TIME);
                    WaitingThreads kafka = new WaitingThreads(deployment.client()::answer, AT_A_TIME);
                    TopicHop hop = new TopicHop(
                            deployment.connection(), deployment.topics().deadLetters())) {
                for (int rate : bench.plan().rates()) {
                    UnderLoad load = new UnderLoad(bench, deployment, rate);
                    Map<String, Asking> ways = new LinkedHashMap<>();
                    ways.put(KAFKA, kafka);
                    ways.put(JDBC, jdbc);
                    ways.put(HTTP, http);
                    measureTurns(bench, load, ways, LOOK_UPS);
                    measureTurns(bench, load, ways, SEVEN);
                    measureParts(bench, load, jdbc, hop);
                }
                compare(bench, deployment, jdbc, JDBC);
                compare(bench, deployment, http, HTTP);
            } catch (IOException | SQLException e) {
                throw new IllegalStateException("The gateway cannot be asked", e);
            }
        });
    }

    /** A port for HTTP beside a gateway at loopback. */
    static HttpPort http(OpenGateway gateway, Deployment deployment) throws IOException {
        return HttpPort.atLoopback(gateway, HttpJob.of(deployment.connection(), deployment.topics()), 0, "bench");
    }

    private static BiFunction<AskedQuery, Duration, QueryResult> overHttp(HttpPort port) {
        HttpClientWay way = new HttpClientWay(port.address(), port.token());
        return (call, timeout) -> way.answer(call);
    }

    private static String url(int port) {
        return "jdbc:postgresql://" + ServerSettings.LOOPBACK + ":" + port + "/aim?user=aim";
    }

    private static Supplier<AskedQuery> questions(Bench bench, String kind) {
        SqlTexts texts = new SqlTexts(bench.plan().seed(), bench.plan().subscribers());
        return kind.equals(SEVEN) ? texts::seven : texts::lookUp;
    }

    /** The ways take turns, because a machine may be slower a minute later. */
    private void measureTurns(Bench bench, UnderLoad load, Map<String, Asking> ways, String kind)
            throws InterruptedException {
        for (int clients : bench.plan().clients()) {
            Turns one = new Turns(bench, load, name() + "." + kind, Map.of("clients", clients));
            one.measure(ways, way -> load.closedLoop(way, questions(bench, kind), clients));
            bench.found()
                    .demand(Demand.atMost(
                            "ms that " + kind + " take longer by JDBC than through Kafka, p50, " + clients + " clients",
                            one.ms(JDBC, 50) - one.ms(KAFKA, 50),
                            ADDS_AT_MOST_MS));
            bench.found()
                    .demand(Demand.atMost(
                            "ms of " + kind + " by JDBC, p50, " + clients + " clients",
                            one.ms(JDBC, 50),
                            P50_AT_MOST_MS));
            bench.found()
                    .demand(Demand.atMost(
                            "ms that " + kind + " take longer over HTTP than by JDBC, p50, " + clients + " clients",
                            one.ms(HTTP, 50) - one.ms(JDBC, 50),
                            ADDS_AT_MOST_MS));
        }
        // Two cores do not scan a million rows for each of 500 questions a second beside events.
        int share = kind.equals(SEVEN) ? SHARE_OF_SEVEN : 1;
        for (int rate : bench.plan().queryRates()) {
            int perSecond = Math.max(1, rate / share);
            Turns many = new Turns(bench, load, name() + "." + kind + ".open-loop", Map.of("query-rate", perSecond));
            many.measure(ways, way -> load.openLoop(way, perSecond, questions(bench, kind)));
            bench.found()
                    .demand(Demand.atMost(
                            "ms of " + perSecond + " " + kind + " a second by JDBC, p99",
                            many.ms(JDBC, 99),
                            Math.max(
                                    many.ms(KAFKA, 99) * P99_TIMES_AT_MOST, many.ms(KAFKA, 99) + P99_ADDS_AT_MOST_MS)));
            bench.found()
                    .demand(Demand.atMost(
                            "times as long as by JDBC, " + perSecond + " " + kind + " a second over HTTP, p99",
                            many.ms(HTTP, 99) / many.ms(JDBC, 99),
                            P99_OF_HTTP_TIMES_AT_MOST));
        }
    }

    /** The same clients by several ways. */
    private record Turns(
            Bench bench,
            UnderLoad load,
            String series,
            Map<String, Object> facts,
            Map<String, List<Latencies>> measured) {
        Turns(Bench bench, UnderLoad load, String series, Map<String, Object> facts) {
            this(bench, load, series, facts, new LinkedHashMap<>());
        }

        private interface Start {
            UnderLoad.Clients by(Asking way);
        }

        void measure(Map<String, Asking> ways, Start start) throws InterruptedException {
            for (int turn = 0; turn <= TURNS; turn++) {
                for (Map.Entry<String, Asking> way : ways.entrySet()) {
                    Map<String, Object> all = new LinkedHashMap<>(facts);
                    all.putAll(Map.of("way", way.getKey(), "rate", load.callsPerSecond(), "turn", turn));
                    Latencies latencies = load.measure(start.by(way.getValue()), series, parameters(load, all));
                    if (turn > 0) {
                        measured.computeIfAbsent(way.getKey(), any -> new ArrayList<>())
                                .add(latencies);
                    }
                }
            }
        }

        /** The median of the turns. */
        double ms(String way, double percentile) {
            List<Latencies> turns =
                    measured.get(way).stream().filter(each -> !each.isEmpty()).toList();
            return turns.isEmpty()
                    ? Double.NaN
                    : Samples.of(turns, each -> each.percentileMs(percentile)).median();
        }
    }

    private static Map<String, String> parameters(UnderLoad load, Map<String, Object> facts) {
        return load.parameters(facts.entrySet().stream()
                .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
                .toArray());
    }

    /** The parts of a question's time: a round trip through a topic, the job, and a question that the gateway answers itself. */
    private void measureParts(Bench bench, UnderLoad load, Asking jdbc, TopicHop hop) throws InterruptedException {
        Map<String, String> parameters = load.parameters("rate", load.callsPerSecond());
        load.measure(load.closedLoop(hop, () -> OF_THE_GATEWAY, 1), name() + ".topic", parameters);
        load.measure(load.closedLoop(jdbc, () -> OF_THE_GATEWAY, 1), name() + ".itself", parameters);
        Queue<QueryResult.Timings> timings = new ConcurrentLinkedQueue<>();
        UnderLoad.Clients seven = load.closedLoop(questions(bench, SEVEN), 1);
        load.measure(
                listener -> seven.apply(ended -> {
                    listener.accept(ended);
                    remember(timings, ended);
                }),
                name() + ".parts",
                parameters,
                timings::clear,
                seconds -> {});
        report(bench, "queued", parameters, timings, QueryResult.Timings::queuedMicros);
        report(bench, "scan", parameters, timings, QueryResult.Timings::scanMicros);
        report(bench, "merge", parameters, timings, QueryResult.Timings::mergeMicros);
    }

    private static void remember(Queue<QueryResult.Timings> timings, QueryClients.Ended ended) {
        if (ended.result() != null) {
            timings.add(ended.result().timings());
        }
    }

    private void report(
            Bench bench,
            String part,
            Map<String, String> parameters,
            Queue<QueryResult.Timings> timings,
            ToLongFunction<QueryResult.Timings> micros) {
        if (!timings.isEmpty()) {
            Samples ms = Samples.of(timings, each -> micros.applyAsLong(each) / MICROS_PER_MS);
            bench.found().time(name() + ".parts." + part, parameters, "ms", new Samples(ms.median()));
        }
    }

    /** Without events, a way has the same answers as Kafka. */
    private static void compare(Bench bench, Deployment deployment, Asking way, String name) {
        for (String kind : List.of(LOOK_UPS, SEVEN)) {
            Supplier<AskedQuery> questions = questions(bench, kind);
            for (int i = 0; i < COMPARED; i++) {
                AskedQuery question = questions.get();
                List<List<Object>> expected =
                        deployment.client().ask(question, TIMEOUT).join().rows();
                List<List<Object>> actual = way.ask(question, TIMEOUT).join().rows();
                if (!RowComparison.areClose(expected, actual)) {
                    bench.found()
                            .verification()
                            .complain(question + " is " + actual + " by " + name + ", and " + expected
                                    + " through Kafka");
                }
            }
        }
    }
}
