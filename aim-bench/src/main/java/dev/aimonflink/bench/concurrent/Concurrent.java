package dev.aimonflink.bench.concurrent;

import dev.aimonflink.bench.experiment.CollectorPauses;
import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.lab.meter.DueLatencies;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Measures what events and scans cost each other if scans run between events, and if they run on another thread: on one partition with a
 * core for each thread, without Kafka and Flink. Loads take turns, so that all see the same machine.
 */
public final class Concurrent extends Experiment {
    private static final ScanSetting BETWEEN = new ScanSetting(ScanMode.S1);
    private static final ScanSetting BESIDE = new ScanSetting(ScanMode.S2);
    private static final int TURNS = 5;
    private static final int QUICK_TURNS = 1;

    /** Not counted: they compile what is measured. */
    private static final int WARM_UP_TURNS = 2;

    private static final double EVENTS_REMAIN = 0.8;
    private static final double QUERIES_REMAIN = 0.9;
    private static final double WAIT_P99_MS = 10;
    private static final double WAIT_P999_MS = 30;
    private static final double TOGETHER_OVER_ALONE = 2.5;
    private static final double LOOK_UP_P99_MS = 25;
    private static final double SEAL_MS = 1;

    public Concurrent() {
        super(
                "concurrent",
                "Measure what events and scans cost each other, with scans between events and on a thread beside",
                new Defaults("546", List.of(1), 10, 1, List.of(8), List.of(10_000)));
    }

    private static final class Measured {
        private final Map<String, Map<ScanSetting, List<Turn>>> turns = new LinkedHashMap<>();

        void add(LoadCase load, ScanSetting mode, Turn turn) {
            turns.computeIfAbsent(load.name(), name -> new LinkedHashMap<>())
                    .computeIfAbsent(mode, name -> new ArrayList<>())
                    .add(turn);
        }

        Samples of(String load, ScanSetting mode, ToDoubleFunction<Turn> value) {
            return Samples.of(turns.get(load).get(mode), value);
        }

        Samples ofBeside(String load, ToDoubleFunction<Turn> value) {
            return of(load, BESIDE, value);
        }

        Latencies times(String load, ScanSetting mode, Function<Turn, Histogram> histogram) {
            Latencies times = new Latencies();
            turns.get(load).get(mode).forEach(turn -> times.add(DueLatencies.Interval.of(histogram.apply(turn))));
            return times;
        }
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        TaskThread.runOn(() -> measure(bench));
    }

    private void measure(Bench bench) {
        final int subscribers = bench.plan().subscribers();
        final MeasuredModel measured = MeasuredModel.of("aim-" + bench.plan().aggregates());
        final Loads drawn = Loads.of(measured, subscribers, bench.plan().seed());
        final List<LoadCase> loads =
                drawn.all(bench.plan().clients().get(0), bench.plan().rates().get(0));
        final List<ScanSetting> modes = bench.plan().scans().map(List::of).orElse(List.of(BETWEEN, BESIDE));
        final int turns = bench.plan().quick() ? QUICK_TURNS : TURNS;
        final double seconds = bench.plan().seconds() / turns;
        bench.say("Rows are made ...");
        try (TaskThread partition = new TaskThread(measured, subscribers, drawn.lookUps())) {
            final Measured found = new Measured();
            boolean isPinned = false;
            List<Long> pausesMs = List.of();
            for (int turn = -WARM_UP_TURNS; turn < turns; turn++) {
                bench.say(turn < 0 ? "Warms up ..." : "Turn " + (turn + 1) + " of " + turns + " ...");
                try (CollectorPauses pauses = new CollectorPauses()) {
                    for (LoadCase load : loads) {
                        for (ScanSetting mode : modes) {
                            Turn done = partition.run(load, mode, seconds);
                            if (turn >= 0) {
                                found.add(load, mode, done);
                            }
                        }
                    }
                    pausesMs = turn < 0
                            ? List.of()
                            : Stream.concat(pausesMs.stream(), pauses.millis().stream())
                                    .toList();
                }
                if (turn == -WARM_UP_TURNS) {
                    isPinned = TaskThread.pin();
                }
            }
            report(bench, found, isPinned);
            if (!pausesMs.isEmpty()) {
                bench.found().time(name() + ".pause", Map.of(), "ms", Samples.of(pausesMs, Long::doubleValue));
            }
            bench.say("Values are recomputed ...");
            partition.failures().forEach(bench.found().verification()::complain);
            bench.found().verification().count(partition.compare());
        }
    }

    private void report(Bench bench, Measured found, boolean isPinned) {
        found.turns.forEach((load, modes) -> modes.keySet().forEach(mode -> {
            Map<String, String> parameters = new TreeMap<>(Map.of(
                    "load",
                    load,
                    "mode",
                    mode.label(),
                    "pinned",
                    Boolean.toString(isPinned),
                    "aggregates",
                    bench.plan().aggregates(),
                    "subscribers",
                    Integer.toString(bench.plan().subscribers())));
            rates(bench, found, load, mode, parameters);
            times(bench, "wait", found.times(load, mode, turn -> turn.waitNanos), parameters);
            times(bench, "look-up", found.times(load, mode, turn -> turn.lookUpNanos), parameters);
            times(bench, "begin", found.times(load, mode, turn -> turn.beginNanos), parameters);
        }));
        if (found.turns.get(Loads.ALONE).containsKey(BESIDE)) {
            demands(bench, found);
        }
    }

    private void rates(Bench bench, Measured found, String load, ScanSetting mode, Map<String, String> parameters) {
        Samples events = found.of(load, mode, Turn::eventsPerSecond);
        if (events.max() > 0) {
            bench.found().rate(name() + ".events", parameters, "events/s", events);
        }
        Samples answers = found.of(load, mode, Turn::answersPerSecond);
        if (answers.max() > 0) {
            bench.found().rate(name() + ".queries", parameters, "queries/s", answers);
            bench.found().time(name() + ".cpu", parameters, "CPU-ms/query", found.of(load, mode, Turn::cpuMsPerAnswer));
            bench.found()
                    .time(
                            name() + ".scan-cpu",
                            parameters,
                            "CPU-ms/query",
                            found.of(load, mode, Turn::scanCpuMsPerAnswer));
            bench.found()
                    .rate(
                            name() + ".events-of-a-pass",
                            parameters,
                            "events at most",
                            found.of(load, mode, turn -> turn.mostBetweenPasses));
        }
    }

    private void times(Bench bench, String what, Latencies times, Map<String, String> parameters) {
        if (!times.isEmpty()) {
            bench.found().percentiles(name() + "." + what, parameters, times, 50, 99, 99.9, 100);
        }
    }

    private static void demands(Bench bench, Measured found) {
        remains(
                bench,
                "events/s with queries back to back over events/s alone",
                found.ofBeside(Loads.BACK_TO_BACK, Turn::eventsPerSecond),
                found.ofBeside(Loads.ALONE, Turn::eventsPerSecond),
                EVENTS_REMAIN);
        remains(
                bench,
                "queries/s of a client beside events over queries/s alone",
                found.ofBeside(Loads.BESIDE, Turn::answersPerSecond),
                found.ofBeside(Loads.IDLE, Turn::answersPerSecond),
                QUERIES_REMAIN);
        remains(
                bench,
                Loads.DIFFERENT + " queries together over one by one",
                found.ofBeside(Loads.TOGETHER, Turn::answersPerSecond),
                found.ofBeside(Loads.ONE_BY_ONE, Turn::answersPerSecond),
                TOGETHER_OVER_ALONE);
        Latencies waits = found.times(Loads.EIGHT, BESIDE, turn -> turn.waitNanos);
        bench.found().demand(Demand.atMost("p99 of an event's wait in ms", waits.percentileMs(99), WAIT_P99_MS));
        bench.found().demand(Demand.atMost("p99.9 of an event's wait in ms", waits.percentileMs(99.9), WAIT_P999_MS));
        bench.found()
                .demand(Demand.atMost(
                        "p99 in ms of " + Loads.LOOK_UPS + " look-ups at once",
                        found.times(Loads.EIGHT, BESIDE, turn -> turn.lookUpNanos)
                                .percentileMs(99),
                        LOOK_UP_P99_MS));
        bench.found()
                .demand(Demand.atMost(
                        "p99 in ms of a seal",
                        found.times(Loads.LONG_PASSES, BESIDE, turn -> turn.beginNanos)
                                .percentileMs(99),
                        SEAL_MS));
    }

    private static void remains(Bench bench, String what, Samples of, Samples over, double limit) {
        bench.found().demand(Demand.atLeast(what, of.over(over).median(), limit));
    }
}
