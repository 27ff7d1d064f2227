package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.ClusterDeployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * How long it takes after {@code kill -9} of a TaskManager until queries are answered again, and until answers show what
 * happened less than a second ago, by checkpoint interval. A cluster of real processes, events at a rate; a new process
 * takes the place of the killed one.
 */
public final class Recovery implements Experiment {
    private static final int SUBSCRIBERS = 100_000;
    private static final List<Integer> INTERVALS_SECONDS = List.of(1, 10, 30);
    private static final List<Integer> QUICK_INTERVALS_SECONDS = List.of(1, 5);
    private static final int KILLS = 5;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    /** The service level of freshness. */
    private static final long CAUGHT_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

    @Override
    public String name() {
        return "recovery";
    }

    @Override
    public String summary() {
        return "Measure how long it takes to answer and to catch up after a TaskManager is killed";
    }

    @Override
    public Defaults defaults() {
        return new Defaults("546", List.of(2), 15, 3, List.of(1), List.of(10_000)).of(SUBSCRIBERS);
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            for (int interval : bench.plan().quick() ? QUICK_INTERVALS_SECONDS : INTERVALS_SECONDS) {
                for (int rate : bench.plan().rates()) {
                    measure(bench, parallelism, interval, rate);
                }
            }
        }
    }

    private void measure(Bench bench, int parallelism, int intervalSeconds, int rate) throws InterruptedException {
        bench.say("A cluster that takes a checkpoint every " + intervalSeconds + " s ...");
        List<Double> recovered = new ArrayList<>();
        List<Double> caughtUp = new ArrayList<>();
        try (ClusterDeployment cluster =
                ClusterDeployment.start(bench.setup(parallelism), intervalSeconds, bench::say)) {
            Traffic traffic = new Traffic(cluster.events(), rate);
            try (traffic;
                    LagProbe probe = new LagProbe(
                            cluster.events(),
                            cluster.client()::ask,
                            bench.plan().subscribers())) {
                int kills = bench.plan().quick() ? 1 : KILLS;
                for (int kill = 1; kill <= kills; kill++) {
                    bench.say("Kill " + kill + " of " + kills + ", with a checkpoint every " + intervalSeconds
                            + " s ...");
                    awaitFreshAnswers(cluster, probe);
                    // In which a checkpoint is taken, and the last kill is over.
                    TimeUnit.MILLISECONDS.sleep((long)
                            (MS_PER_SECOND * (intervalSeconds + bench.plan().seconds())));
                    long killedNanos = System.nanoTime();
                    cluster.killTaskManager(1 + kill % parallelism);
                    recovered.add(seconds(cluster, probe, killedNanos, Long.MAX_VALUE));
                    caughtUp.add(seconds(cluster, probe, killedNanos, CAUGHT_UP_NANOS));
                }
            }
            tell(bench, parallelism, intervalSeconds, rate, recovered, caughtUp);
            bench.say("Answers are recomputed ...");
            cluster.examine(bench.verification());
        }
    }

    private static void awaitFreshAnswers(ClusterDeployment cluster, LagProbe probe) {
        long nowNanos = System.nanoTime();
        cluster.await("A fresh answer", () -> probe.firstAnswer(nowNanos, CAUGHT_UP_NANOS)
                .isPresent());
    }

    private static double seconds(ClusterDeployment cluster, LagProbe probe, long killedNanos, long maxLagNanos) {
        cluster.await("An answer after the kill", () -> probe.firstAnswer(killedNanos, maxLagNanos)
                .isPresent());
        OptionalLong answeredNanos = probe.firstAnswer(killedNanos, maxLagNanos);
        return (answeredNanos.getAsLong() - killedNanos) / NANOS_PER_SECOND;
    }

    private void tell(
            Bench bench,
            int parallelism,
            int intervalSeconds,
            int rate,
            List<Double> recovered,
            List<Double> caughtUp) {
        Map<String, String> parameters = new Parameters()
                .with("checkpoint-seconds", intervalSeconds)
                .with("rate", rate)
                .with("parallelism", parallelism)
                .with("aggregates", bench.plan().aggregates())
                .map();
        bench.time(name() + ".answering-again", parameters, "s", samples(recovered));
        bench.time(name() + ".caught-up", parameters, "s", samples(caughtUp));
    }

    private static Samples samples(List<Double> values) {
        return new Samples(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
