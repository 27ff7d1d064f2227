package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.endtoend.FreshStart.Answer;
import dev.aimonflink.bench.endtoend.FreshStart.Seconds;
import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.ClusterDeployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.lab.meter.QueryClients.Ended;
import dev.aimonflink.local.cluster.RunningCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Measures the seconds after the job has started in fresh JVMs, and after the kill of a TaskManager, beside events at a rate: how many
 * queries of one client are answered and how fast. The job alternates with itself on plain loops.
 */
public final class ColdStart extends Experiment {
    private static final String START = "start";
    private static final String KILL = "kill";
    /** The job as shipped, which is under test. */
    private static final String VECTOR = "vector";
    /** Without the vector module, scans run on plain loops. */
    private static final String SCALAR = "scalar";

    private static final int TURNS = 5;
    private static final int CHECKPOINT_SECONDS = 10;
    private static final int MIN_SECONDS = 3;
    private static final double P50_AT_MOST = 2;
    private static final double QUERIES_AT_LEAST = 0.5;
    private static final double OF_SCALAR_AT_LEAST = 0.75;
    private static final double MS_PER_SECOND = 1e3;
    private static final long POLL_MS = 200;

    public ColdStart() {
        super(
                "coldstart",
                "Measure the seconds after the job starts, and after a TaskManager is killed, also without vector kernels",
                new Defaults("546", List.of(2), 180, 6, List.of(1), List.of(10_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            for (int rate : bench.plan().rates()) {
                new Measurement(bench, bench.setup(parallelism), rate).run();
            }
        }
    }

    private static String[] options(String variant) {
        return variant.equals(VECTOR)
                ? new String[] {"--java-option=--add-modules=jdk.incubator.vector"}
                : new String[0];
    }

    private static void sleep(double millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep((long) Math.max(0, millis));
    }

    private final class Measurement {
        private final Bench bench;
        private final Setup setup;
        private final int rate;
        private final int seconds;
        /** By what happened before, and by variant. */
        private final Map<String, Map<String, List<FreshStart>>> starts = new TreeMap<>();

        Measurement(Bench bench, Setup setup, int rate) {
            this.bench = bench;
            this.setup = setup;
            this.rate = rate;
            seconds = Math.max(MIN_SECONDS, (int) bench.plan().seconds());
        }

        void run() throws InterruptedException {
            try (ClusterDeployment cluster =
                    ClusterDeployment.start(setup, CHECKPOINT_SECONDS, bench::say, options(VECTOR))) {
                // The client's JVM stays the same in all turns, and must not be cold in the first one only.
                QueryClients warming = client(cluster, new EndedLog(System.nanoTime()));
                try (warming) {
                    sleep(bench.plan().warmUpSeconds() * MS_PER_SECOND);
                }
                cluster.stopFlink();
                int turns = bench.plan().quick() ? 1 : TURNS;
                for (int turn = 1; turn <= turns; turn++) {
                    for (String variant : List.of(VECTOR, SCALAR)) {
                        bench.say(variant + ", turn " + turn + " of " + turns + " ...");
                        turn(cluster, turn, variant);
                    }
                }
            }
            report(START);
            report(KILL);
        }

        private QueryClients client(ClusterDeployment cluster, EndedLog log) {
            QueryPool pool = QueryPool.of(QueryPool.Profile.SEVEN, setup.seed());
            return QueryClients.closedLoop(cluster.client()::ask, 1, pool, log::add, System::nanoTime);
        }

        /** Starts one variant from the last savepoint, and then kills a TaskManager. */
        private void turn(ClusterDeployment cluster, int turn, String variant) throws InterruptedException {
            EndedLog log = new EndedLog(System.nanoTime());
            // The client asks before the job runs, so that it waits in second 0 as it does later.
            QueryClients asking = client(cluster, log);
            try (asking) {
                cluster.startFlink(options(variant));
                // Looked up once: while the job restarts, there is none that runs.
                RunningCluster running = cluster.running();
                EventStream.Traffic traffic = new EventStream.Traffic(cluster.events(), rate);
                try (traffic) {
                    long startedMs = runningMs(running, 0);
                    measure(START, variant, log, (double) startedMs, (double) startedMs);
                    bench.say("A TaskManager is killed ...");
                    long killedMs = System.currentTimeMillis();
                    cluster.killTaskManager(1 + turn % setup.parallelism());
                    measure(KILL, variant, log, (double) killedMs, (double) runningMs(running, killedMs));
                }
            }
            bench.say("Answers are recomputed ...");
            cluster.examine(bench.found().verification());
            cluster.stopFlink();
        }

        /** Waits until all tasks run that started after a time, and returns since when. */
        private static long runningMs(RunningCluster running, long afterMs) {
            return Waiting.forValue(
                            () -> running.allTasksRunSinceMs().filter(each -> each > afterMs),
                            ClusterDeployment.START_LIMIT,
                            POLL_MS)
                    .orElseThrow(() -> new IllegalStateException(
                            "The job does not run after " + ClusterDeployment.START_LIMIT.toSeconds() + " s."));
        }

        /**
         * Measures the other variant only for as long as it is compared. A query asked before the job ran counts from then; one that ended
         * before does not count.
         */
        private void measure(String after, String variant, EndedLog log, double fromMs, double runningMs)
                throws InterruptedException {
            int measured =
                    variant.equals(VECTOR) ? seconds : Seconds.compared(seconds).to();
            double endMs = runningMs + measured * MS_PER_SECOND;
            sleep(endMs - (double) System.currentTimeMillis());
            List<Answer> answers = new ArrayList<>();
            double firstMs = endMs;
            for (Ended each : log.all()) {
                double answeredMs = log.endedMs(each);
                if (Asking.unanswered(each.result(), each.failure()) != null) {
                    if (log.dueMs(each) >= runningMs) {
                        bench.found().verification().isAnswered(each);
                    }
                } else if (answeredMs >= runningMs) {
                    firstMs = Math.min(firstMs, answeredMs);
                    answers.add(new Answer(answeredMs - runningMs, answeredMs - Math.max(runningMs, log.dueMs(each))));
                }
            }
            starts.computeIfAbsent(after, any -> new TreeMap<>())
                    .computeIfAbsent(variant, any -> new ArrayList<>())
                    .add(new FreshStart(answers, (firstMs - fromMs) / MS_PER_SECOND));
        }

        private void report(String after) {
            Seconds early = Seconds.early(seconds);
            Seconds steady = Seconds.steady(seconds);
            starts.get(after).forEach((variant, alike) -> {
                bench.found()
                        .time(
                                name() + "." + after + ".first-answer",
                                parameters("variant", variant),
                                "s",
                                Samples.of(alike, FreshStart::firstAnswerSeconds));
                report(after, variant, early);
            });
            report(after, VECTOR, steady);
            String ofEarly = " of seconds " + early + " after the " + after + ", over ";
            String ofSteady = ofEarly + "that of seconds " + steady;
            double p50 = median(after, VECTOR, each -> each.p50Ms(early));
            double queries = median(after, VECTOR, each -> each.queriesPerSecond(early));
            bench.found()
                    .demand(Demand.atMost(
                            "p50" + ofSteady, p50 / median(after, VECTOR, each -> each.p50Ms(steady)), P50_AT_MOST));
            bench.found()
                    .demand(Demand.atLeast(
                            "queries/s" + ofSteady,
                            queries / median(after, VECTOR, each -> each.queriesPerSecond(steady)),
                            QUERIES_AT_LEAST));
            bench.found()
                    .demand(Demand.atLeast(
                            "queries/s" + ofEarly + "those of scalar kernels alone",
                            queries / median(after, SCALAR, each -> each.queriesPerSecond(early)),
                            OF_SCALAR_AT_LEAST));
        }

        private void report(String after, String variant, Seconds span) {
            List<FreshStart> alike = starts.get(after).get(variant);
            Map<String, String> parameters = parameters("variant", variant, "seconds", span);
            String figure = name() + "." + after;
            bench.found()
                    .rate(
                            figure + ".queries",
                            parameters,
                            "queries/s",
                            Samples.of(alike, each -> each.queriesPerSecond(span)));
            bench.found().time(figure + ".p50", parameters, "ms", Samples.of(alike, each -> each.p50Ms(span)));
        }

        private double median(String after, String variant, ToDoubleFunction<FreshStart> value) {
            return Samples.of(starts.get(after).get(variant), value).median();
        }

        private Map<String, String> parameters(Object... namesAndValues) {
            Map<String, String> parameters = new TreeMap<>(setup.parameters(namesAndValues));
            parameters.put("rate", Integer.toString(rate));
            return parameters;
        }
    }
}
