package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.lab.meter.CallMarkers;
import dev.aimonflink.lab.meter.Freshness;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures what SQL questions cost a job that takes events in: the first one of the job, many of them beside as many clients of the
 * catalogue, and a client that asks too much.
 */
public final class SqlBesideEvents extends Experiment {
    private static final int EVENTS_RATE = 10_000;
    private static final int CLIENTS = 8;

    /** Of each of the two compared. */
    private static final int TURNS = 3;

    /** The share of slices that may take more than half a millisecond of CPU time. */
    private static final double LONG_SLICES_AT_MOST = 0.001;

    private static final double FRESHNESS_AT_MOST = 1.10;
    private static final double FIRST_AT_MOST_MS = 50;
    private static final double NANOS_PER_MS = 1e6;
    private static final String ANSWERED = "answered";

    /** How statements that are costly to plan may end. */
    private static final Set<String> ANSWERED_OR_REFUSED =
            Set.of(ANSWERED, SqlState.TOO_MANY_CONNECTIONS.code(), SqlState.CANCELLED.code());

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final String FIRST = "SELECT city, count(*), avg(total_cost_this_week) FROM subscribers"
            + " WHERE number_of_calls_this_week > 2 GROUP BY city ORDER BY 3 DESC LIMIT 5";

    /** As many groups as a statement may have. */
    private static final String MANY_GROUPS =
            "SELECT subscriber_id, sum(total_cost_this_week), count(*) FROM subscribers"
                    + " WHERE subscriber_id < 100000 GROUP BY subscriber_id ORDER BY 2 DESC LIMIT 10";

    /** How many questions a second a client asks beside one that asks too much, answered or not. */
    private static final int NEIGHBOUR_RATE = 20;

    /** And that one, which is not a flood. */
    private static final int NEIGHBOUR_RATE_OF_OTHER = 2;

    /** How many look-ups a second a client asks beside two whose statements are costly to plan. */
    private static final int LOOK_UP_RATE = 100;

    /** Of each of the two. */
    private static final int COSTLY_RATE = 100;

    private static final double LOOK_UPS_AT_MOST = 2;

    /** A value of a table, over 1.7 million combinations of its rows; the number makes each text unique. */
    private static final String OF_TABLES = "SELECT count(*) FROM subscribers WHERE number_of_calls_this_week >"
            + " (SELECT count(*) + %d FROM RegionInfo a, RegionInfo b, RegionInfo c, RegionInfo d, RegionInfo e,"
            + " RegionInfo f, RegionInfo g, RegionInfo h)";

    /** About the longest request. */
    private static final int LONG_TEXT = 64_000;

    private static final String POINTS = ".".repeat(300);

    /** Makes texts of 90,000 characters of each number, some tens in each row, so it is ended even with few rows. */
    private static final String ENDLESS = IntStream.rangeClosed(1, 60)
            .mapToObj(n -> "max(length(replace(replace((total_cost_this_week + %d)::text, '.', '%s'), '.', '%s')))"
                    .formatted(n, POINTS, POINTS))
            .collect(Collectors.joining(", ", "SELECT ", " FROM subscribers"));

    public SqlBesideEvents() {
        super(
                "sql",
                "Measure questions in SQL beside events: the first of a job, freshness beside that of the catalogue's"
                        + " queries, and who waits for a client that asks too much",
                new Defaults("42", List.of(2), 10, 1, List.of(CLIENTS), List.of(EVENTS_RATE)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(setup -> setup.keeping(KeptColumns.SQL), deployment -> {
            measureFirst(bench, deployment);
            for (int rate : bench.plan().rates()) {
                for (int clients : bench.plan().clients()) {
                    measureFreshness(bench, new UnderLoad(bench, deployment, rate), clients);
                }
                measureNeighbours(bench, new UnderLoad(bench, deployment, rate));
            }
        });
    }

    private void measureFirst(Bench bench, Deployment deployment) {
        final double firstMs = millis(bench, deployment, FIRST);
        final double secondMs = millis(bench, deployment, FIRST);
        Map<String, String> parameters = deployment.setup().parameters();
        bench.found().time(name() + ".first", parameters, "ms", new Samples(firstMs));
        bench.found().time(name() + ".second", parameters, "ms", new Samples(secondMs));
        bench.found()
                .demand(Demand.atMost(
                        "ms that the first question in SQL takes more than the second",
                        firstMs - secondMs,
                        FIRST_AT_MOST_MS));
    }

    private static double millis(Bench bench, Deployment deployment, String text) {
        long startNanos = System.nanoTime();
        QueryResult result =
                deployment.client().ask(SqlTexts.asked(text), TIMEOUT).join();
        double millis = (System.nanoTime() - startNanos) / NANOS_PER_MS;
        if (result.error() != null) {
            bench.found().verification().complain(text + ": " + result.error().message());
        }
        return millis;
    }

    /** The catalogue, the same queries in SQL, and any in SQL take turns, because a machine may be slower a minute later. */
    private void measureFreshness(Bench bench, UnderLoad load, int clients) throws InterruptedException {
        Freshness freshness = new Freshness(
                new CallMarkers(
                        load.deployment().events(), load.deployment().setup().parallelism()),
                load.deployment().client()::ask,
                bench.plan().subscribers());
        List<Double> ofCatalogue = new ArrayList<>();
        List<Double> ofSeven = new ArrayList<>();
        List<Double> ofSql = new ArrayList<>();
        LongSlices slices = new LongSlices(load.deployment().job());
        for (int turn = 1; turn <= TURNS; turn++) {
            ofCatalogue.add(age(bench, load, load.closedLoop(clients), freshness, "catalogue", clients, turn));
            SqlTexts texts = new SqlTexts(bench.plan().seed(), bench.plan().subscribers());
            ofSeven.add(age(bench, load, load.closedLoop(texts::seven, clients), freshness, "seven", clients, turn));
            slices.begin();
            ofSql.add(age(bench, load, load.closedLoop(texts, clients), freshness, "sql", clients, turn));
            slices.end();
        }
        bench.found()
                .demand(Demand.atMost(
                        "share of slices over 0.5 ms of CPU, beside " + clients + " clients of SQL",
                        slices.share(),
                        LONG_SLICES_AT_MOST));
        freshness.failures().forEach(bench.found().verification()::complain);
        demandAsFresh(bench, clients + " clients of the seven in SQL", ofSeven, ofCatalogue);
        demandAsFresh(bench, clients + " clients of SQL", ofSql, ofCatalogue);
    }

    private static void demandAsFresh(Bench bench, String beside, List<Double> ages, List<Double> ofCatalogue) {
        bench.found()
                .demand(Demand.atMost(
                        "t_fresh, p99, beside " + beside + " over as many of the catalogue",
                        Samples.of(ages, age -> age).median()
                                / Samples.of(ofCatalogue, age -> age).median(),
                        FRESHNESS_AT_MOST));
    }

    private double age(
            Bench bench,
            UnderLoad load,
            UnderLoad.Clients asking,
            Freshness freshness,
            String language,
            int clients,
            int turn)
            throws InterruptedException {
        Map<String, String> parameters =
                load.parameters("language", language, "rate", load.callsPerSecond(), "clients", clients, "turn", turn);
        Latencies ages = new Latencies();
        try (FreshnessMarkers markers =
                new FreshnessMarkers(freshness, load.deployment().events())) {
            load.measure(asking, name(), parameters, markers::next, seconds -> ages.add(markers.next()));
        }
        bench.await(load.deployment(), name() + ".fresh", parameters, ages);
        if (ages.isEmpty()) {
            bench.found().verification().complain("No answer showed a marker beside clients of " + language);
            return 0;
        }
        bench.found().percentiles(name() + ".fresh", parameters, ages, 50, 99);
        return ages.percentileMs(99);
    }

    /** Asks the seven queries at a rate, alone and then beside a client that asks too much. */
    private void measureNeighbours(Bench bench, UnderLoad load) throws InterruptedException {
        load.measure(load.openLoop(NEIGHBOUR_RATE), name() + ".neighbour", parameters(load, "nobody"));
        measureBeside(bench, load, "many groups", MANY_GROUPS, ANSWERED);
        measureBeside(bench, load, "endless", ENDLESS, SqlState.CANCELLED.code());
        measurePlanning(bench, load);
    }

    /** Asks about one subscriber after the other, alone and then beside two clients whose statements are costly to plan. */
    private void measurePlanning(Bench bench, UnderLoad load) throws InterruptedException {
        UnderLoad.Clients lookUps = load.openLoop(
                LOOK_UP_RATE,
                PointProbe.calls(
                        bench.plan().subscribers(),
                        load.deployment().setup().parallelism(),
                        bench.plan().seed()));
        String series = name() + ".look-ups";
        Latencies alone = load.measure(lookUps, series, parameters(load, "nobody"));
        AtomicInteger number = new AtomicInteger();
        try (Other tables =
                        new Other(load, "tables", COSTLY_RATE, () -> OF_TABLES.formatted(number.incrementAndGet()));
                Other texts = new Other(load, "long texts", COSTLY_RATE, () -> longText(number.incrementAndGet()))) {
            Latencies beside = load.measure(lookUps, series, parameters(load, "texts that are costly to plan"));
            bench.found()
                    .demand(Demand.atMost(
                            "look-ups, p99, beside two clients whose texts are costly to plan, over alone",
                            beside.percentileMs(99) / alone.percentileMs(99),
                            LOOK_UPS_AT_MOST));
            tables.requireEndings(bench, ANSWERED_OR_REFUSED);
            texts.requireEndings(bench, ANSWERED_OR_REFUSED);
        }
    }

    private static String longText(int number) {
        StringBuilder text = new StringBuilder("SELECT count(*) FROM subscribers WHERE number_of_calls_this_week IN (");
        for (int each = number; text.length() < LONG_TEXT; each += 7) {
            text.append(each).append(", ");
        }
        return text.append("0)").toString();
    }

    /** A separate client that asks one text after the other. */
    private static final class Other implements AutoCloseable {
        private final Set<String> endings = ConcurrentHashMap.newKeySet();
        private final String name;
        private final QueryClient client;
        private final QueryClients asking;

        Other(UnderLoad load, String name, int rate, Supplier<String> texts) {
            this.name = name;
            client = load.deployment().newClient("client of " + name);
            asking = QueryClients.openLoop(
                    client::ask,
                    rate,
                    () -> SqlTexts.asked(texts.get()),
                    each -> endings.add(ending(each)),
                    System::nanoTime);
        }

        void requireEndings(Bench bench, Set<String> allowed) {
            if (endings.isEmpty() || !allowed.containsAll(endings)) {
                bench.found().verification().complain("The questions of a client of " + name + " end so: " + endings);
            }
        }

        @Override
        public void close() {
            asking.close();
            client.close();
        }
    }

    private void measureBeside(Bench bench, UnderLoad load, String neighbour, String text, String ending)
            throws InterruptedException {
        try (Other other = new Other(load, neighbour, NEIGHBOUR_RATE_OF_OTHER, () -> text)) {
            load.measure(load.openLoop(NEIGHBOUR_RATE), name() + ".neighbour", parameters(load, neighbour));
            other.requireEndings(bench, Set.of(ending));
        }
    }

    private static String ending(QueryClients.Ended ended) {
        if (ended.failure() != null) {
            return ended.failure().toString();
        }
        QueryError error = ended.result().error();
        return error == null ? ANSWERED : error.inSql().state();
    }

    private static Map<String, String> parameters(UnderLoad load, String neighbour) {
        return load.parameters("beside", neighbour, "rate", load.callsPerSecond());
    }

    /** Counts a job's slices over some periods, and those with more than half a millisecond of CPU time. */
    private static final class LongSlices {
        private final ObservedJob job;
        private long all;
        private long tooLong;

        LongSlices(ObservedJob job) {
            this.job = job;
        }

        void begin() {
            all -= job.counted(AimMetrics.SCAN_SLICES);
            tooLong -= job.counted(AimMetrics.SCAN_SLICES_LONG);
        }

        void end() {
            all += job.counted(AimMetrics.SCAN_SLICES);
            tooLong += job.counted(AimMetrics.SCAN_SLICES_LONG);
        }

        /** The share of the longer ones, over all periods. */
        double share() {
            return (double) tooLong / Math.max(1, all);
        }
    }
}
