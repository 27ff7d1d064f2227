package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Rates;
import dev.aimonflink.bench.harness.Ticker;
import dev.aimonflink.bench.installation.ClusterDeployment;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.cluster.FlinkRest.TakenCheckpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * For how long events stand still while checkpoints are taken, in a cluster of real processes with events at a rate: as the
 * partitions themselves tell, and as somebody outside sees who asks about single subscribers all the while.
 */
public final class Stalls implements Experiment {
    private static final int INTERVAL_SECONDS = 15;
    private static final int QUICK_INTERVAL_SECONDS = 1;
    private static final double NANOS_PER_MS = 1e6;
    private static final double BYTES_PER_MB = 1e6;
    private static final double MS_PER_SECOND = 1e3;
    private static final double GAP_BELOW_MS = 100;

    /** In which the JVMs become warm; in the shorter one only what partitions tell of earlier is over, 20 s after it. */
    private static final double WARM_UP_SECONDS = 60;

    private static final double QUICK_WARM_UP_SECONDS = 22;

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int LOOKS_APART = 20;

    @Override
    public String name() {
        return "stalls";
    }

    @Override
    public String summary() {
        return "Measure for how long events stand still while a cluster of processes takes checkpoints";
    }

    @Override
    public Defaults defaults() {
        return new Defaults("546", List.of(2), 90, 4, List.of(1), List.of(10_000));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        int interval = bench.plan().quick() ? QUICK_INTERVAL_SECONDS : INTERVAL_SECONDS;
        for (int parallelism : bench.plan().parallelism()) {
            try (ClusterDeployment cluster = ClusterDeployment.start(bench.setup(parallelism), interval, bench::say)) {
                for (int rate : bench.plan().rates()) {
                    measure(bench, cluster, parallelism, interval, rate);
                }
                bench.say("Answers are recomputed ...");
                cluster.examine(bench.verification());
            }
        }
    }

    private void measure(Bench bench, ClusterDeployment cluster, int parallelism, int interval, int rate)
            throws InterruptedException {
        Traffic traffic = new Traffic(cluster.events(), rate);
        try (traffic;
                PointProbe probe = new PointProbe(
                        cluster.client()::ask,
                        ended -> bench.verification().isAnswered(ended.call(), ended.result(), ended.failure()),
                        bench.plan().subscribers(),
                        parallelism,
                        bench.plan().seed())) {
            bench.say("Two checkpoints pass before anything is measured ...");
            cluster.await(
                    "A second checkpoint", () -> cluster.running().checkpoints().size() >= 2);
            List<Long> gapsMs = Collections.synchronizedList(new ArrayList<>());
            // Looks begin with the warm-up: Flink answers the first with what it knew when somebody asked before.
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
            }
            final long toMs = System.currentTimeMillis();
            events.ended((toMs - fromMs) / MS_PER_SECOND);
            List<TakenCheckpoint> taken = cluster.running().checkpoints().stream()
                    .filter(each -> each.triggeredMs() >= fromMs && each.triggeredMs() + each.millis() < toMs)
                    .toList();
            if (taken.isEmpty()) {
                bench.verification().complain("No checkpoint was complete within the time that was measured");
                return;
            }
            Map<String, String> parameters = parameters(bench, parallelism, interval, rate);
            bench.rate(name() + ".events", parameters, "events/s", events.samples());
            reportGaps(bench, parameters, samples(List.copyOf(gapsMs), Long::doubleValue));
            reportCheckpoints(bench, parameters, probe, taken);
        }
    }

    private void reportGaps(Bench bench, Map<String, String> parameters, Samples gapsMs) {
        // Each reading is of up to 20 s: those that far apart share nothing, and all of them together miss nothing.
        bench.time(name() + ".gap", parameters, "ms", gapsMs.everyFromLast(LOOKS_APART));
        bench.time(name() + ".longest-gap", parameters, "ms", new Samples(gapsMs.max()));
        bench.demand(
                Check.below("longest time in ms for which a partition took no event in", gapsMs.max(), GAP_BELOW_MS));
    }

    private void reportCheckpoints(
            Bench bench, Map<String, String> parameters, PointProbe probe, List<TakenCheckpoint> taken) {
        reportWaits(
                bench,
                name() + ".asked-meanwhile",
                parameters,
                taken.stream().map(each -> longestNanos(probe, each.triggeredMs(), each.millis())));
        // As long before each of them as it took.
        reportWaits(
                bench,
                name() + ".asked-before",
                parameters,
                taken.stream().map(each -> longestNanos(probe, each.triggeredMs() - each.millis(), each.millis())));
        bench.time(name() + ".took", parameters, "ms", samples(taken, TakenCheckpoint::millis));
        bench.time(name() + ".size", parameters, "MB", samples(taken, each -> each.stateBytes() / BYTES_PER_MB));
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep((long) (seconds * MS_PER_SECOND));
    }

    private static OptionalLong longestNanos(PointProbe probe, long fromMs, long millis) {
        return probe.longestNanos(fromMs, fromMs + millis);
    }

    /** A checkpoint within which no question was due has no sample. */
    private static void reportWaits(
            Bench bench, String name, Map<String, String> parameters, Stream<OptionalLong> longestNanos) {
        List<Long> found = longestNanos
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong)
                .toList();
        if (found.isEmpty()) {
            bench.say(name + ": no sample, because every checkpoint was over before a question was due");
        } else {
            bench.time(name, parameters, "ms", samples(found, nanos -> nanos / NANOS_PER_MS));
        }
    }

    private static Map<String, String> parameters(Bench bench, int parallelism, int interval, int rate) {
        return new Parameters()
                .with("checkpoint-seconds", interval)
                .with("rate", rate)
                .with("parallelism", parallelism)
                .with("aggregates", bench.plan().aggregates())
                .map();
    }

    private static <T> Samples samples(List<T> values, ToDoubleFunction<T> value) {
        return new Samples(values.stream().mapToDouble(value).toArray());
    }
}
