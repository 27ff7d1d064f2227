package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Spread;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.load.EventReaders;
import dev.aimonflink.gateway.http.HttpPort;
import dev.aimonflink.gateway.server.OpenGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Measures what it costs that many watch over HTTP: processor time, and the memory of one who takes nothing. */
public final class ManyViewers extends Experiment {
    private static final int STATEMENTS = 10;
    private static final int VIEWERS = 1_000;
    private static final int SILENT = 100;

    /** Who have the console open. */
    private static final int PULSES = 50;

    /** Of the port: those that ask, its clock, and a few of calls. */
    private static final int THREADS_AT_REST = 20;

    /** After an uncounted one. */
    private static final int TURNS = 3;

    private static final int SAMPLES_OF_MEMORY = 10;

    /** Ten minutes for half a minute of each turn. */
    private static final int TIMES_FOR_MEMORY = 20;

    private static final double AT_MOST_OF_A_CORE = 0.1;
    private static final double AT_MOST_KIB = 64;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double KIB = 1_024;

    public ManyViewers() {
        super(
                "viewers",
                "Measure what viewers of ten statements and of the console's pulse cost over HTTP, and those who take nothing",
                new Defaults("42", List.of(2), 30, 2, List.of(1), List.of(1_000)).of(200_000));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(deployment -> {
            try (OpenGateway gateway = OpenGateway.atLoopback(deployment.connection(), deployment.topics(), 0);
                    HttpPort port = ThroughGateway.http(gateway, deployment)) {
                for (int rate : bench.plan().rates()) {
                    EventStream.Traffic traffic = new EventStream.Traffic(deployment.events(), rate);
                    try {
                        bench.warmUp(deployment);
                        measureTurns(
                                bench,
                                deployment,
                                STATEMENTS + " statements",
                                STATEMENTS,
                                VIEWERS,
                                AT_MOST_OF_A_CORE,
                                viewers -> watching(port, viewers, "1s"));
                        measureTurns(
                                bench,
                                deployment,
                                "the pulse",
                                1,
                                PULSES,
                                AT_MOST_OF_A_CORE / 2,
                                viewers -> ofPulse(port, viewers));
                        measureSilent(bench, deployment, port);
                        measureMemory(bench, deployment, port);
                    } finally {
                        traffic.close();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Of up to 20 rows. */
    private static List<String> statements() {
        return IntStream.range(0, STATEMENTS)
                .mapToObj(i -> "SELECT region, count(*), sum(total_cost_this_week) FROM subscribers WHERE"
                        + " number_of_calls_this_week > " + i + " GROUP BY region ORDER BY region LIMIT 20")
                .toList();
    }

    private static EventReaders watching(HttpPort port, int viewers, String every) {
        List<String> statements = statements();
        List<String> all = IntStream.range(0, viewers)
                .mapToObj(i -> EventReaders.watching(statements.get(i % statements.size()), every))
                .toList();
        return new EventReaders(port.address(), port.token(), all);
    }

    private static EventReaders ofPulse(HttpPort port, int viewers) {
        return new EventReaders(port.address(), port.token(), Collections.nCopies(viewers, "/v1/pulse/stream"));
    }

    /** Few and many who watch, in turns. */
    private void measureTurns(
            Bench bench,
            Deployment deployment,
            String what,
            int few,
            int many,
            double atMost,
            IntFunction<EventReaders> opened)
            throws InterruptedException {
        Map<Integer, List<Double>> cores = new LinkedHashMap<>();
        for (int turn = 0; turn <= TURNS; turn++) {
            for (int viewers : List.of(few, many)) {
                bench.say(viewers + " viewers of " + what + ", turn " + (turn + 1) + " of " + (TURNS + 1) + " ...");
                double used = coresOf(bench, deployment, what, opened.apply(viewers));
                if (turn > 0) {
                    cores.computeIfAbsent(viewers, any -> new ArrayList<>()).add(used);
                }
            }
        }
        Samples ofFew = Samples.of(cores.get(few), Double::doubleValue);
        Samples ofMany = Samples.of(cores.get(many), Double::doubleValue);
        bench.found().time(name() + ".cores", parameters(deployment, what, few), "cores", ofFew);
        bench.found().time(name() + ".cores", parameters(deployment, what, many), "cores", ofMany);
        bench.found()
                .demand(Demand.atMost(
                        "cores that " + many + " viewers of " + what + " take beyond " + few,
                        ofMany.median() - ofFew.median(),
                        atMost));
    }

    private static Map<String, String> parameters(Deployment deployment, String what, int viewers) {
        return deployment.setup().parameters("viewers", viewers, "of", what);
    }

    /** Of job and gateway, without the clients. */
    private double coresOf(Bench bench, Deployment deployment, String what, EventReaders opened)
            throws InterruptedException {
        try (EventReaders readers = opened) {
            deployment.job().await("All viewers", () -> readers.areAllAnswered());
            final long startNanos = System.nanoTime();
            final long cpuNanos = MachineFacts.processCpuNanos() - readers.cpuNanos();
            final long events = readers.events();
            Spread.sleep(bench.plan().seconds(), deployment.job()::requireHealthy);
            final double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
            double used = (MachineFacts.processCpuNanos() - readers.cpuNanos() - cpuNanos) / NANOS_PER_SECOND / seconds;
            bench.found()
                    .rate(
                            name() + ".events",
                            parameters(deployment, what, readers.clients()),
                            "events/s",
                            new Samples((readers.events() - events) / seconds));
            return used;
        }
    }

    /** Viewers of large answers who read nothing. */
    private void measureSilent(Bench bench, Deployment deployment, HttpPort port) throws InterruptedException {
        bench.say(SILENT + " viewers take nothing ...");
        String large = "SELECT * FROM subscribers WHERE subscriber_id < 500 ORDER BY subscriber_id";
        String path = EventReaders.watching(large, "100ms");
        try (EventReaders one = new EventReaders(port.address(), port.token(), List.of(path))) {
            deployment.job().await("A viewer", () -> one.areAllAnswered());
            deployment.job().await("The end of the threads of others", () -> threads() <= THREADS_AT_REST);
            final long heap = usedHeap();
            final int threads = threads();
            List<String> all = Collections.nCopies(SILENT, path);
            try (EventReaders silent = EventReaders.silent(port.address(), port.token(), all)) {
                Spread.sleep(bench.plan().seconds(), deployment.job()::requireHealthy);
                double kib = (usedHeap() - heap) / KIB / silent.clients();
                double ofEach = (threads() - threads) / (double) SILENT;
                bench.found().time(name() + ".silent.heap", Map.of(), "KiB", new Samples(kib));
                bench.found().time(name() + ".silent.threads", Map.of(), "threads", new Samples(ofEach));
                bench.found().demand(Demand.atMost("KiB of heap of a viewer who takes nothing", kib, AT_MOST_KIB));
                bench.found().demand(Demand.atMost("threads of a viewer who takes nothing", ofEach, 1));
            }
        }
    }

    private static int threads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("aim-http-"))
                .count();
    }

    private static long usedHeap() throws InterruptedException {
        System.gc();
        Thread.sleep(200);
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Whether the heap grows while many watch. */
    private void measureMemory(Bench bench, Deployment deployment, HttpPort port) throws InterruptedException {
        bench.say(VIEWERS + " viewers go on ...");
        List<Double> mib = new ArrayList<>();
        double seconds = TIMES_FOR_MEMORY * bench.plan().seconds();
        try (EventReaders readers = watching(port, VIEWERS, "1s")) {
            deployment.job().await("All viewers", () -> readers.areAllAnswered());
            for (int i = 0; i < SAMPLES_OF_MEMORY; i++) {
                Spread.sleep(seconds / SAMPLES_OF_MEMORY, deployment.job()::requireHealthy);
                mib.add(usedHeap() / KIB / KIB);
            }
        }
        int half = SAMPLES_OF_MEMORY / 2;
        double before = mib.subList(0, half).stream()
                .mapToDouble(each -> each)
                .average()
                .orElseThrow();
        double after = mib.subList(half, SAMPLES_OF_MEMORY).stream()
                .mapToDouble(each -> each)
                .average()
                .orElseThrow();
        double perMinute = (after - before) / (seconds / 2) * 60;
        bench.found().time(name() + ".heap", Map.of(), "MiB", Samples.of(mib, each -> each));
        bench.found().time(name() + ".heap.slope", Map.of(), "MiB/min", new Samples(perMinute));
    }
}
