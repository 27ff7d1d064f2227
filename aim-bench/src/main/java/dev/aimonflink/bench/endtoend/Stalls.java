package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Rates;
import dev.aimonflink.bench.installation.ClusterDeployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.lab.meter.Ticker;
import dev.aimonflink.local.cluster.JobManager.TakenCheckpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * Measures how long events stand still during checkpoints, in a cluster of real processes with events at a rate: as partitions report it,
 * and as point queries see it from outside.
 */
public final class Stalls extends Experiment {
    private static final int INTERVAL_SECONDS = 15;
    private static final int QUICK_INTERVAL_SECONDS = 1;
    private static final double NANOS_PER_MS = 1e6;
    private static final double BYTES_PER_MB = 1e6;
    private static final double MS_PER_SECOND = 1e3;
    private static final double GAP_BELOW_MS = 100;

    /** Warms the JVMs; the shorter one only lets the gaps pass that partitions report for 20 s. */
    private static final double WARM_UP_SECONDS = 60;

    private static final double QUICK_WARM_UP_SECONDS = 22;

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int LOOKS_APART = 20;

    public Stalls() {
        super(
                "stalls",
                "Measure for how long events stand still while a cluster of processes takes checkpoints",
                new Defaults("546", List.of(2), 90, 4, List.of(1), List.of(10_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        int interval = bench.plan().quick() ? QUICK_INTERVAL_SECONDS : INTERVAL_SECONDS;
        for (int parallelism : bench.plan().parallelism()) {
            Setup setup = bench.setup(parallelism);
            try (ClusterDeployment cluster = ClusterDeployment.start(setup, interval, bench::say)) {
                for (int rate : bench.plan().rates()) {
                    measure(bench, cluster, setup, interval, rate);
                }
                bench.say("Answers are recomputed ...");
                cluster.examine(bench.found().verification());
            }
        }
    }

    private void measure(Bench bench, ClusterDeployment cluster, Setup setup, int interval, int rate)
            throws InterruptedException {
        EventStream.Traffic traffic = new EventStream.Traffic(cluster.events(), rate);
        try (traffic;
                PointProbe probe = new PointProbe(
                        cluster.client()::ask,
                        bench.found().verification()::isAnswered,
                        setup.subscribers(),
                        setup.parallelism(),
                        setup.seed())) {
            bench.say("Two checkpoints pass before anything is measured ...");
            cluster.await(
                    "A second checkpoint", () -> cluster.running().checkpoints().size() >= 2);
            List<Long> gapsMs = Collections.synchronizedList(new ArrayList<>());
            // The warm-up has looks, too: Flink answers the first one with values of an earlier request.
            Ticker looks = new Ticker(LOOK, () -> gapsMs.add(cluster.running().highest(AimMetrics.EVENT_GAP_MS)));
            final long fromMs;
            final Rates events;
            try (looks) {
                sleep(
                        bench.plan().quick()
                                ? QUICK_WARM_UP_SECONDS
                                : Math.max(WARM_UP_SECONDS, bench.plan().warmUpSeconds()));
                bench.say("Questions about single subscribers, a checkpoint every " + interval + " s ...");
                gapsMs.clear();
                fromMs = System.currentTimeMillis();
                events = new Rates(cluster.events()::published);
                sleep(bench.plan().seconds());
                // On a slow machine none may be complete by then.
                cluster.await("A measured checkpoint", () -> !takenSince(cluster, fromMs)
                        .isEmpty());
            }
            final long toMs = System.currentTimeMillis();
            events.ended((toMs - fromMs) / MS_PER_SECOND);
            List<TakenCheckpoint> taken = takenSince(cluster, fromMs).stream()
                    .filter(each -> each.triggeredMs() + each.millis() < toMs)
                    .toList();
            Map<String, String> parameters = setup.parameters("checkpoint-seconds", interval, "rate", rate);
            bench.found().rate(name() + ".events", parameters, "events/s", events.samples());
            reportGaps(bench, parameters, Samples.of(List.copyOf(gapsMs), Long::doubleValue));
            reportCheckpoints(bench, parameters, probe, taken);
        }
    }

    private static List<TakenCheckpoint> takenSince(ClusterDeployment cluster, long fromMs) {
        return cluster.running().checkpoints().stream()
                .filter(each -> each.triggeredMs() >= fromMs)
                .toList();
    }

    private void reportGaps(Bench bench, Map<String, String> parameters, Samples gapsMs) {
        // A reading covers up to 20 s: readings that far apart share nothing, and together miss nothing.
        bench.found().time(name() + ".gap", parameters, "ms", gapsMs.everyFromLast(LOOKS_APART));
        bench.found().time(name() + ".longest-gap", parameters, "ms", new Samples(gapsMs.max()));
        bench.found()
                .demand(Demand.below(
                        "longest time in ms for which a partition took no event in", gapsMs.max(), GAP_BELOW_MS));
    }

    private void reportCheckpoints(
            Bench bench, Map<String, String> parameters, PointProbe probe, List<TakenCheckpoint> taken) {
        reportWaits(bench, ".asked-meanwhile", parameters, probe, taken, TakenCheckpoint::triggeredMs);
        // The same length of time right before each checkpoint.
        reportWaits(bench, ".asked-before", parameters, probe, taken, each -> each.triggeredMs() - each.millis());
        bench.found().time(name() + ".took", parameters, "ms", Samples.of(taken, TakenCheckpoint::millis));
        bench.found()
                .time(name() + ".size", parameters, "MB", Samples.of(taken, each -> each.stateBytes() / BYTES_PER_MB));
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep((long) (seconds * MS_PER_SECOND));
    }

    /**
     * A checkpoint without a due question has no sample.
     *
     * @param fromMs when a checkpoint's waits begin; they last as long as it
     */
    private void reportWaits(
            Bench bench,
            String figure,
            Map<String, String> parameters,
            PointProbe probe,
            List<TakenCheckpoint> taken,
            ToLongFunction<TakenCheckpoint> fromMs) {
        double[] waitsMs = taken.stream()
                .map(each -> probe.longestNanos(fromMs.applyAsLong(each), fromMs.applyAsLong(each) + each.millis()))
                .flatMapToLong(OptionalLong::stream)
                .mapToDouble(nanos -> nanos / NANOS_PER_MS)
                .toArray();
        if (waitsMs.length == 0) {
            bench.say(name() + figure + ": no sample, because every checkpoint was over before a question was due");
        } else {
            bench.found().time(name() + figure, parameters, "ms", new Samples(waitsMs));
        }
    }
}
