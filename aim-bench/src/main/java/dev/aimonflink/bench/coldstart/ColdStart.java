package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.ClusterDeployment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.local.TemporaryDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Measures each second after the job has started in fresh JVMs, and after a TaskManager was killed, beside events at a rate:
 * how many queries one client gets answered and how fast, and the processor time and garbage of the TaskManagers. The job is
 * measured in turns with itself on scalar kernels and, if there is one, with an earlier commit.
 */
public final class ColdStart extends Experiment {
    private static final int TURNS = 5;
    private static final int CHECKPOINT_SECONDS = 10;

    public ColdStart() {
        super(
                "coldstart",
                "Measure each second after the job starts, and after a TaskManager is killed, also without vector"
                        + " kernels and for an earlier commit",
                new Defaults("546", List.of(2), 180, 6, List.of(1), List.of(10_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            for (int rate : bench.plan().rates()) {
                measure(bench, bench.setup(parallelism), rate);
            }
        }
    }

    private void measure(Bench bench, Deployment.Setup setup, int rate) throws InterruptedException {
        Spans spans = Spans.of(bench.plan().seconds());
        Optional<Variant> baseline = bench.plan().baselineJob().map(Variant::baseline);
        List<Variant> variants = new ArrayList<>(List.of(Variant.VECTOR, Variant.SCALAR));
        baseline.ifPresent(variants::add);
        List<Run> runs = new ArrayList<>();
        try (TemporaryDirectory logs = TemporaryDirectory.create("aim-gc-");
                // An earlier job reads no savepoint of the present one, so it has a cluster of its own.
                ClusterDeployment present = populated(bench, setup, Variant.VECTOR, logs.path());
                ClusterDeployment earlier =
                        baseline.isEmpty() ? null : populated(bench, setup, baseline.get(), logs.path())) {
            int turns = bench.plan().quick() ? 1 : TURNS;
            for (int turn = 1; turn <= turns; turn++) {
                for (Variant variant : variants) {
                    bench.say(variant.name() + ", turn " + turn + " of " + turns + " ...");
                    ClusterDeployment cluster = variant.jar() == null ? present : earlier;
                    runs.addAll(new ColdRun(bench, setup, rate, variant, turn, new GcLog(logs.path()))
                            .on(cluster, variant.seconds(spans)));
                }
            }
        }
        new ColdFigures(bench, name(), setup, rate, spans).report(variants, runs);
    }

    /** Starts a cluster with all subscribers, warms the client, and stops Flink. */
    private static ClusterDeployment populated(Bench bench, Deployment.Setup setup, Variant variant, Path logs)
            throws InterruptedException {
        bench.say("A cluster for " + variant.name() + " is populated ...");
        ClusterDeployment cluster =
                ClusterDeployment.start(setup, CHECKPOINT_SECONDS, bench::say, variant.options(new GcLog(logs)));
        try {
            // Its JVM stays the same in all turns, and must not be cold in the first alone.
            Recorder client = new Recorder(cluster.client()::ask, setup.seed(), cluster::taskManagerCpu);
            try (client) {
                TimeUnit.MILLISECONDS.sleep((long) (bench.plan().warmUpSeconds() * ColdRun.MS_PER_SECOND));
            }
            cluster.stopFlink();
            return cluster;
        } catch (InterruptedException | RuntimeException e) {
            try (cluster) {
                throw e;
            }
        }
    }
}
