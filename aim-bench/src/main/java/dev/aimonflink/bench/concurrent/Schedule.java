package dev.aimonflink.bench.concurrent;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.snapshot.SnapshotRun;
import dev.aimonflink.bench.snapshot.SnapshotTwins;
import dev.aimonflink.bench.snapshot.SnapshotWay;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.query.serve.mode.CostPolicy;
import dev.aimonflink.query.serve.mode.PaperPolicy;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.pass.Scannable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The figures of Adaptive HTAP in kind: what the states of scans cost events and queries, and what choosing among them brings. On one
 * partition with a core for each of its two threads, in place of the paper's two sockets, without Kafka and Flink.
 */
public final class Schedule extends Experiment {
    private static final List<Double> SHARES = List.of(0.05, 0.1, 0.25, 0.5, 0.75, 1.0);
    private static final List<Integer> BATCHES = List.of(1, 2, 4, 8, 16);
    private static final List<Integer> FRESH_EVENTS = List.of(0, 1_000, 5_000, 10_000, 20_000, 30_000, 40_000, 50_000);
    private static final int WARM_UP_QUERIES = 4;
    private static final int TURNS = 5;

    /** All sequences take one to two seconds: a pause of the machine affects one turn, and not the median. */
    private static final int TURNS_OF_SEQUENCES = 7;

    private static final int QUICK_TURNS = 1;
    private static final int MOST_SECONDS_OF_SEQUENCES = 60;
    private static final double EVENTS_REMAIN = 0.9;
    private static final String CHOSEN = "adaptive, cost";
    private static final double LIKE_THE_BEST = 1.05;
    private static final double OVER_THE_WORST = 1.3;

    private static final ScanSetting BETWEEN = new ScanSetting(ScanMode.S1);
    private static final ScanSetting MERGED = new ScanSetting(ScanMode.S2);
    private static final ScanSetting HELPED = new ScanSetting(ScanMode.S3_NI);

    public Schedule() {
        super(
                "schedule",
                "Measure what each state of scans costs, and what it brings to choose among them",
                new Defaults("546", List.of(1), 10, 1, List.of(1), List.of(100_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        TaskThread.runOn(() -> measure(bench));
    }

    private void measure(Bench bench) {
        final MeasuredModel measured = MeasuredModel.of("aim-" + bench.plan().aggregates());
        final Loads loads =
                Loads.of(measured, bench.plan().subscribers(), bench.plan().seed());
        snapshots(bench, measured);
        bench.say("Rows are made ...");
        try (TaskThread partition = new TaskThread(measured, bench.plan().subscribers(), loads.lookUps())) {
            final Run run = new Run(bench, loads, partition);
            run.warmUp();
            run.shares();
            run.batches();
            run.freshRows();
            run.sequences();
            bench.say("Values are recomputed ...");
            partition.failures().forEach(bench.found().verification()::complain);
            bench.found().verification().count(partition.compare());
        }
    }

    /** Figure 1: the cost of a snapshot for every few queries, in several ways. */
    private void snapshots(Bench bench, MeasuredModel measured) {
        bench.say("Snapshots are taken ...");
        final int turns = bench.plan().quick() ? QUICK_TURNS : TURNS;
        final double seconds = bench.plan().seconds() / turns / 2;
        try (SnapshotTwins twins = new SnapshotTwins(measured, bench.plan().subscribers())) {
            NativeThread.find(SnapshotTwins.SCAN_NAME).ifPresent(thread -> thread.pin(1));
            NativeThread.find(TaskThread.NAME).ifPresent(thread -> thread.pin(0));
            for (SnapshotWay way : SnapshotWay.values()) {
                snapshots(twins, way, WARM_UP_QUERIES, seconds);
            }
            for (SnapshotWay way : SnapshotWay.values()) {
                for (int queries : BATCHES) {
                    List<SnapshotRun> runs = new ArrayList<>();
                    for (int turn = 0; turn < turns; turn++) {
                        runs.add(snapshots(twins, way, queries, seconds));
                    }
                    report(bench, way, queries, runs);
                }
            }
        }
    }

    private static SnapshotRun snapshots(SnapshotTwins twins, SnapshotWay way, int queries, double seconds) {
        try {
            return twins.run(way, queries, seconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while snapshots are taken.", e);
        }
    }

    private void report(Bench bench, SnapshotWay way, int queries, List<SnapshotRun> runs) {
        Map<String, String> parameters =
                new TreeMap<>(Map.of("way", way.label(), "queries", Integer.toString(queries)));
        bench.found()
                .rate(
                        name() + ".snapshot.events",
                        parameters,
                        "events/s",
                        Samples.of(runs, SnapshotRun::updatesPerSecond));
        bench.found().time(name() + ".snapshot.query", parameters, "ms", Samples.of(runs, SnapshotRun::msPerQuery));
        if (runs.stream().anyMatch(run -> run.differences() > 0)) {
            bench.found().verification().complain("Snapshots by " + way.label() + " differ from their records.");
        }
    }

    private final class Run {
        private final Bench bench;
        private final Loads loads;
        private final TaskThread partition;
        private final int turns;

        /** Of one figure in one turn. */
        private final double seconds;

        private boolean isPinned;

        Run(Bench bench, Loads loads, TaskThread partition) {
            this.bench = bench;
            this.loads = loads;
            this.partition = partition;
            turns = bench.plan().quick() ? QUICK_TURNS : TURNS;
            seconds = bench.plan().seconds() / turns / 2;
        }

        private LoadCase saturated(List<List<Scannable>> clients) {
            return new LoadCase("events without end", LoadCase.SATURATED, clients);
        }

        private Map<String, String> parameters(Object... namesAndValues) {
            Map<String, String> all = new TreeMap<>(Map.of(
                    "pinned",
                    Boolean.toString(isPinned),
                    "aggregates",
                    bench.plan().aggregates(),
                    "subscribers",
                    Integer.toString(bench.plan().subscribers())));
            for (int i = 0; i < namesAndValues.length; i += 2) {
                all.put(namesAndValues[i].toString(), namesAndValues[i + 1].toString());
            }
            return all;
        }

        void warmUp() {
            bench.say("Warms up ...");
            for (int turn = 0; turn < 2; turn++) {
                for (ScanSetting state : ScanSetting.ALL) {
                    partition.run(saturated(loads.clients(2)), state, seconds);
                }
                isPinned = TaskThread.pin();
            }
        }

        /** Figures 3a and 3c: the thread of events gives scans a share of its time, all of them or those of some blocks. */
        void shares() {
            bench.say("Scans get a share of the thread of events ...");
            Map<String, List<Turn>> found = new LinkedHashMap<>();
            for (int turn = 0; turn < turns; turn++) {
                add(found, "none", partition.run(saturated(List.of()), BETWEEN, seconds));
                for (double share : SHARES) {
                    partition.mayScanFor(share);
                    for (ScanSetting state : List.of(BETWEEN, HELPED)) {
                        add(
                                found,
                                state.label() + " " + share,
                                partition.run(saturated(loads.clients(1)), state, seconds));
                    }
                }
                partition.mayScanFor(1);
            }
            rates("alone", found.get("none"), parameters());
            for (double share : SHARES) {
                for (ScanSetting state : List.of(BETWEEN, HELPED)) {
                    rates(
                            "share",
                            found.get(state.label() + " " + share),
                            parameters("mode", state.label(), "share", share));
                }
            }
        }

        private static void add(Map<String, List<Turn>> found, String what, Turn turn) {
            found.computeIfAbsent(what, name -> new ArrayList<>()).add(turn);
        }

        private void rates(String figure, List<Turn> of, Map<String, String> parameters) {
            bench.found()
                    .rate(
                            name() + "." + figure + ".events",
                            parameters,
                            "events/s",
                            Samples.of(of, Turn::eventsPerSecond));
            if (of.get(0).answers > 0) {
                bench.found()
                        .rate(
                                name() + "." + figure + ".queries",
                                parameters,
                                "queries/s",
                                Samples.of(of, Turn::answersPerSecond));
            }
        }

        /** Figure 3b: so many different queries share one cut, for which all changes are merged. */
        void batches() {
            bench.say("Queries share a transfer ...");
            Map<String, List<Turn>> found = new LinkedHashMap<>();
            for (int turn = 0; turn < turns; turn++) {
                for (int batch : BATCHES) {
                    List<List<Scannable>> clients =
                            loads.different(batch).stream().map(List::of).toList();
                    add(found, Integer.toString(batch), partition.run(saturated(clients), MERGED, seconds));
                }
            }
            found.forEach((batch, of) -> {
                rates("batch", of, parameters("mode", MERGED.label(), "queries", batch));
                bench.found()
                        .rate(
                                name() + ".batch.fresh",
                                parameters("mode", MERGED.label(), "queries", batch),
                                "rows",
                                Samples.of(of, Turn::freshRowsOfAnswer));
            });
        }

        /** Figure 4: how long a query takes by how much is fresh. */
        void freshRows() {
            bench.say("Rows are fresh ...");
            final Held held = new Held();
            final Scannable question = loads.different(1).get(0);
            for (int events : FRESH_EVENTS) {
                Map<ScanMode, List<Turn.Answered>> found = new TreeMap<>();
                for (int turn = 0; turn < 2 * turns; turn++) {
                    for (ScanMode mode : ScanMode.values()) {
                        found.computeIfAbsent(mode, name -> new ArrayList<>())
                                .add(partition.askOfFresh(events, held, question, new ScanSetting(mode)));
                    }
                }
                found.forEach((mode, answered) -> bench.found()
                        .time(
                                name() + ".fresh.response",
                                parameters("mode", mode.label(), "fresh", Long.toString(events)),
                                "ms",
                                Samples.of(answered, each -> each.nanos() / 1e6)));
            }
        }

        /** Figure 5: sequences of three queries under changing or constant loads, in each fixed state and in chosen ones. */
        void sequences() {
            final Map<String, Runnable> states = new LinkedHashMap<>();
            for (ScanMode mode : ScanMode.values()) {
                states.put(mode.label(), () -> {});
            }
            states.put(CHOSEN, () -> partition.choose(new CostPolicy(true)));
            for (PaperPolicy.Elasticity elasticity : PaperPolicy.Elasticity.values()) {
                states.put(
                        "adaptive, paper, " + elasticity.label(),
                        () -> partition.choose(new PaperPolicy(PaperPolicy.USUAL.alpha(), elasticity)));
            }
            final Sequences sequences =
                    new Sequences(loads, bench.plan().rates().get(0));
            for (Sequences.Course course : sequences.all()) {
                bench.say("Sequences of queries: " + course.name() + " ...");
                Map<String, List<Sequences.Done>> found = new LinkedHashMap<>();
                final int most = bench.plan().quick() ? QUICK_TURNS : TURNS_OF_SEQUENCES;
                for (int turn = 0; turn < most; turn++) {
                    for (String state : states.keySet()) {
                        states.get(state).run();
                        ScanSetting setting = state.startsWith(ScanSetting.ADAPTIVE.label())
                                ? ScanSetting.ADAPTIVE
                                : ScanSetting.of("state", state);
                        found.computeIfAbsent(state, name -> new ArrayList<>())
                                .add(course.run(partition, setting, MOST_SECONDS_OF_SEQUENCES));
                    }
                }
                report(course, found);
            }
        }

        private void report(Sequences.Course course, Map<String, List<Sequences.Done>> found) {
            found.forEach((state, of) -> {
                Map<String, String> parameters = parameters("load", course.name(), "mode", state);
                bench.found()
                        .time(name() + ".sequence", parameters, "ms", Samples.of(of, Sequences.Done::msOfSequence));
                for (int part = 0; part < Sequences.PARTS; part++) {
                    final int index = part;
                    bench.found()
                            .time(
                                    name() + ".sequence.of",
                                    parameters(
                                            "load", course.name(), "mode", state, "sequences", Sequences.labelOf(part)),
                                    "ms",
                                    Samples.of(of, done -> done.msOfSequence(index)));
                }
                bench.found()
                        .rate(
                                name() + ".sequence.events",
                                parameters,
                                "events/s",
                                Samples.of(of, Sequences.Done::eventsPerSecond));
                bench.found()
                        .rate(
                                name() + ".sequence.changes",
                                parameters,
                                "changes",
                                Samples.of(of, Sequences.Done::changes));
            });
            Samples adaptive = ms(found.get(CHOSEN));
            final double mostEvents =
                    fixed(found).mapToDouble(Schedule::events).max().orElseThrow();
            final double best = fixed(found)
                    .filter(each -> events(each) >= EVENTS_REMAIN * mostEvents)
                    .mapToDouble(each -> adaptive.over(ms(each)).median())
                    .max()
                    .orElseThrow();
            final double worst = fixed(found)
                    .mapToDouble(each -> ms(each).over(adaptive).median())
                    .max()
                    .orElseThrow();
            bench.found().demand(Demand.atMost(course.name() + ": adaptive over the best state", best, LIKE_THE_BEST));
            if (course.isSaturated()) {
                bench.found()
                        .demand(Demand.atLeast(
                                course.name() + ": events/s with adaptive over the most",
                                events(found.get(CHOSEN)) / mostEvents,
                                EVENTS_REMAIN));
            }
            if (course.isChanging()) {
                bench.found()
                        .demand(Demand.atLeast(
                                course.name() + ": the worst state over adaptive", worst, OVER_THE_WORST));
            }
        }
    }

    private static Stream<List<Sequences.Done>> fixed(Map<String, List<Sequences.Done>> found) {
        return Stream.of(ScanMode.values()).map(mode -> found.get(mode.label()));
    }

    private static double events(List<Sequences.Done> done) {
        return Samples.of(done, Sequences.Done::eventsPerSecond).median();
    }

    private static Samples ms(List<Sequences.Done> done) {
        return Samples.of(done, Sequences.Done::msOfSequence);
    }
}
