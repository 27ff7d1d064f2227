package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.ClusterDeployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.installation.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures, by checkpoint interval, how long it takes after {@code kill -9} of a TaskManager until queries are answered again, and until
 * answers are less than a second behind. A cluster of real processes takes events at a rate; a new process replaces the killed one.
 */
public final class Recovery extends Experiment {
    private static final int SUBSCRIBERS = 100_000;
    private static final List<Integer> INTERVALS_SECONDS = List.of(1, 10, 30);
    private static final List<Integer> QUICK_INTERVALS_SECONDS = List.of(1, 5);
    private static final int KILLS = 5;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    /** The service level of freshness. */
    private static final long CAUGHT_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

    public Recovery() {
        super(
                "recovery",
                "Measure how long it takes to answer and to catch up after a TaskManager is killed",
                new Defaults("546", List.of(2), 15, 3, List.of(1), List.of(10_000)).of(SUBSCRIBERS));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            for (int interval : bench.plan().quick() ? QUICK_INTERVALS_SECONDS : INTERVALS_SECONDS) {
                for (int rate : bench.plan().rates()) {
                    measure(bench, bench.setup(parallelism), interval, rate);
                }
            }
        }
    }

    private void measure(Bench bench, Setup setup, int intervalSeconds, int rate) throws InterruptedException {
        bench.say("A cluster that takes a checkpoint every " + intervalSeconds + " s ...");
        List<Double> recovered = new ArrayList<>();
        List<Double> caughtUp = new ArrayList<>();
        try (ClusterDeployment cluster = ClusterDeployment.start(setup, intervalSeconds, bench::say)) {
            EventStream.Traffic traffic = new EventStream.Traffic(cluster.events(), rate);
            try (traffic;
                    LagProbe probe = new LagProbe(cluster.events(), cluster.client()::ask, setup.subscribers())) {
                int kills = bench.plan().quick() ? 1 : KILLS;
                for (int kill = 1; kill <= kills; kill++) {
                    bench.say("Kill " + kill + " of " + kills + ", with a checkpoint every " + intervalSeconds
                            + " s ...");
                    awaitAnswer("A fresh answer", cluster, probe, System.nanoTime(), CAUGHT_UP_NANOS);
                    // In this time a checkpoint is taken and the last kill is over.
                    TimeUnit.MILLISECONDS.sleep((long)
                            (MS_PER_SECOND * (intervalSeconds + bench.plan().seconds())));
                    long killedNanos = System.nanoTime();
                    cluster.killTaskManager(1 + kill % setup.parallelism());
                    recovered.add(seconds(cluster, probe, killedNanos, Long.MAX_VALUE));
                    caughtUp.add(seconds(cluster, probe, killedNanos, CAUGHT_UP_NANOS));
                }
            }
            Map<String, String> parameters = setup.parameters("checkpoint-seconds", intervalSeconds, "rate", rate);
            bench.found().time(name() + ".answering-again", parameters, "s", Samples.of(recovered, each -> each));
            bench.found().time(name() + ".caught-up", parameters, "s", Samples.of(caughtUp, each -> each));
            bench.say("Answers are recomputed ...");
            cluster.examine(bench.found().verification());
        }
    }

    private static double seconds(ClusterDeployment cluster, LagProbe probe, long killedNanos, long maxLagNanos) {
        long answeredNanos = awaitAnswer("An answer after the kill", cluster, probe, killedNanos, maxLagNanos);
        return (answeredNanos - killedNanos) / NANOS_PER_SECOND;
    }

    private static long awaitAnswer(
            String what, ClusterDeployment cluster, LagProbe probe, long afterNanos, long maxLagNanos) {
        cluster.await(what, () -> probe.firstAnswer(afterNanos, maxLagNanos).isPresent());
        return probe.firstAnswer(afterNanos, maxLagNanos).getAsLong();
    }
}
