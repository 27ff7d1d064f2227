package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Spread;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.RunningJob.Checkpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Measures what checkpoints cost: the event rate with a checkpoint in every interval relative to that without, in one job and in turns; and
 * a checkpoint's size, time, and the longest time without events in a partition.
 */
public final class Checkpoints extends Experiment {
    /** The size for which a ratio is demanded. */
    private static final int SUBSCRIBERS = 100_000;

    private static final double RATIO_AT_LEAST = 0.85;
    private static final double GAP_BELOW_MS = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MS = 1e6;
    private static final double BYTES_PER_MB = 1e6;

    /** Long after the end: this experiment triggers its checkpoints itself. */
    private static final Duration NEVER = Duration.ofDays(30);

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration QUICK_INTERVAL = Duration.ofSeconds(1);

    /** The measurements of the turns without checkpoints and with them. */
    private static final class Found {
        private final List<Double> without = new ArrayList<>();
        private final List<Double> with = new ArrayList<>();
        private final List<Double> usualGapsMs = new ArrayList<>();
        private final List<Double> gapsMs = new ArrayList<>();
        private final List<Checkpoint> checkpoints = new ArrayList<>();
    }

    public Checkpoints() {
        super(
                "checkpoints",
                "Measure what checkpoints cost: events a second with them over without, their size, and the gaps they make",
                new Defaults("546", List.of(2), 20, 2, List.of(1), List.of(10_000)).of(SUBSCRIBERS));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            for (String backend : List.of(Setup.HASHMAP, Setup.ROCKSDB)) {
                Setup setup = bench.setup(parallelism).on(backend).with(NEVER);
                try (Deployment deployment = bench.start(setup)) {
                    deployment.openTap();
                    bench.warmUp(deployment, deployment.job()::callsApplied);
                    bench.say(backend + ": by turns without checkpoints and with ...");
                    Found found = measure(bench, deployment);
                    report(bench, setup, found);
                    bench.examine(deployment);
                }
            }
        }
    }

    private static Duration interval(Bench bench) {
        return bench.plan().quick() ? QUICK_INTERVAL : INTERVAL;
    }

    private static Found measure(Bench bench, Deployment deployment) throws InterruptedException {
        Found found = new Found();
        long turnNanos = (long) (bench.plan().seconds() * NANOS_PER_SECOND);
        try (Gaps gaps = new Gaps(() -> deployment.job().countedByEach(AimMetrics.EVENTS_APPLIED))) {
            // The first checkpoint writes more than later ones.
            deployment.job().checkpoint();
            for (int i = 0; i < Spread.COUNT; i++) {
                gaps.longestNanos();
                found.without.add(perSecond(deployment, same -> TimeUnit.NANOSECONDS.sleep(turnNanos)));
                found.usualGapsMs.add(gaps.longestNanos() / NANOS_PER_MS);
                found.with.add(perSecond(
                        deployment,
                        same -> takeCheckpoints(
                                deployment, gaps, turnNanos, interval(bench).toNanos(), found)));
            }
        }
        return found;
    }

    private static double perSecond(Deployment deployment, Bench.Measurement turn) throws InterruptedException {
        deployment.job().requireHealthy();
        long before = deployment.job().callsApplied();
        long startNanos = System.nanoTime();
        turn.on(deployment);
        long nanos = System.nanoTime() - startNanos;
        return (deployment.job().callsApplied() - before) * NANOS_PER_SECOND / nanos;
    }

    /** Lasts until the last checkpoint is complete, because its cost belongs to the turn. */
    private static void takeCheckpoints(
            Deployment deployment, Gaps gaps, long turnNanos, long intervalNanos, Found found)
            throws InterruptedException {
        long startNanos = System.nanoTime();
        for (long dueNanos = 0; dueNanos < turnNanos; dueNanos += intervalNanos) {
            TimeUnit.NANOSECONDS.sleep(startNanos + dueNanos - System.nanoTime());
            gaps.longestNanos();
            found.checkpoints.add(deployment.job().checkpoint());
            found.gapsMs.add(gaps.longestNanos() / NANOS_PER_MS);
        }
        TimeUnit.NANOSECONDS.sleep(startNanos + turnNanos - System.nanoTime());
    }

    private void report(Bench bench, Setup setup, Found found) {
        Map<String, String> parameters =
                setup.parameters("backend", setup.running().backend());
        Samples without = Samples.of(found.without, each -> each);
        Samples with = Samples.of(found.with, each -> each);
        Samples gapsMs = Samples.of(found.gapsMs, each -> each);
        String interval = interval(bench).toSeconds() + "s";
        reportEvents(bench, setup, "off", without);
        reportEvents(bench, setup, interval, with);
        bench.found().rate(name() + ".with-over-without", parameters, "x", with.over(without));
        bench.found().time(name() + ".usual-gap", parameters, "ms", Samples.of(found.usualGapsMs, each -> each));
        bench.found().time(name() + ".gap", parameters, "ms", gapsMs);
        bench.found().time(name() + ".took", parameters, "ms", Samples.of(found.checkpoints, Checkpoint::millis));
        bench.found().time(name() + ".size", parameters, "MB", megabytes(found, Checkpoint::stateBytes));
        bench.found().time(name() + ".written", parameters, "MB", megabytes(found, Checkpoint::writtenBytes));
        String size = setup.subscribers() + " x " + setup.aggregates();
        if (setup.subscribers() == SUBSCRIBERS) {
            bench.found()
                    .demand(Demand.atLeast(
                            "events/s with a checkpoint every " + interval + " over without, "
                                    + setup.running().backend() + ", " + size,
                            with.over(without).median(),
                            RATIO_AT_LEAST));
        }
        if (setup.running().backend().equals(Setup.HASHMAP)) {
            bench.found()
                    .demand(Demand.below(
                            "longest gap in ms while a checkpoint is taken, " + size, gapsMs.max(), GAP_BELOW_MS));
        }
    }

    private void reportEvents(Bench bench, Setup setup, String checkpoints, Samples perSecond) {
        Map<String, String> parameters =
                setup.parameters("backend", setup.running().backend(), "checkpoints", checkpoints);
        bench.found().rate(name() + ".events", parameters, "events/s", perSecond);
    }

    private static Samples megabytes(Found found, ToDoubleFunction<Checkpoint> bytes) {
        return Samples.of(found.checkpoints, each -> bytes.applyAsDouble(each) / BYTES_PER_MB);
    }
}
