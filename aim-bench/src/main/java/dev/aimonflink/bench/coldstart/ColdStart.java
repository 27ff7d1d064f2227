package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Run.After;
import dev.aimonflink.bench.coldstart.Run.Variant;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.ClusterDeployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.clients.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures each second after the job has started in fresh JVMs, and after a TaskManager was killed, beside events at a rate:
 * how many queries one client gets answered and how fast, and the processor time of the TaskManagers. The job is measured in
 * turns with itself on scalar kernels.
 */
public final class ColdStart extends Experiment {
    private static final int TURNS = 5;
    private static final int CHECKPOINT_SECONDS = 10;
    private static final int MIN_SECONDS = 3;
    private static final double MS_PER_SECOND = 1e3;
    private static final long POLL_MS = 200;

    public ColdStart() {
        super(
                "coldstart",
                "Measure each second after the job starts, and after a TaskManager is killed, also without vector"
                        + " kernels",
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

    private void measure(Bench bench, Setup setup, int rate) throws InterruptedException {
        int seconds = Math.max(MIN_SECONDS, (int) bench.plan().seconds());
        List<Run> runs = new ArrayList<>();
        try (ClusterDeployment cluster =
                ClusterDeployment.start(setup, CHECKPOINT_SECONDS, bench::say, Variant.VECTOR.options())) {
            // The client's JVM stays the same in all turns, and must not be cold in the first alone.
            Recorder client = record(cluster, setup);
            try (client) {
                sleep(bench.plan().warmUpSeconds() * MS_PER_SECOND);
            }
            cluster.stopFlink();
            int turns = bench.plan().quick() ? 1 : TURNS;
            for (int turn = 1; turn <= turns; turn++) {
                for (Variant variant : Variant.values()) {
                    bench.say(variant + ", turn " + turn + " of " + turns + " ...");
                    // The other variant is only measured for as long as it is compared.
                    Span measured = variant == Variant.VECTOR ? new Span(0, seconds) : Span.compared(seconds);
                    runs.addAll(new Turn(bench, cluster, variant, turn).run(setup, rate, measured.to()));
                }
            }
        }
        new ColdFigures(bench, name(), setup, rate, seconds).report(runs);
    }

    private static Recorder record(ClusterDeployment cluster, Setup setup) {
        return new Recorder(cluster.client()::ask, setup.seed(), cluster::taskManagerCpu);
    }

    private static void sleep(double millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep((long) Math.max(0, millis));
    }

    /** The start of one variant from the last savepoint, and then the kill of a TaskManager. */
    private record Turn(Bench bench, ClusterDeployment cluster, Variant variant, int number) {
        List<Run> run(Setup setup, int rate, int seconds) throws InterruptedException {
            List<Run> runs = new ArrayList<>();
            // The client asks before the job runs, so that it waits in second 0 as it does later.
            try (Recorder recorder = record(cluster, setup)) {
                cluster.startFlink(variant.options());
                EventStream.Traffic traffic = new EventStream.Traffic(cluster.events(), rate);
                try (traffic) {
                    runs.add(measured(recorder, After.START, runningMs(0), 0, seconds));
                    bench.say("A TaskManager is killed ...");
                    long killedMs = System.currentTimeMillis();
                    cluster.killTaskManager(1 + number % setup.parallelism());
                    long runningMs = runningMs(killedMs);
                    runs.add(measured(recorder, After.KILL, runningMs, runningMs - killedMs, seconds));
                }
            }
            bench.say("Answers are recomputed ...");
            cluster.examine(bench.found().verification());
            cluster.stopFlink();
            return runs;
        }

        /** Waits until all tasks run that began to run after a time, and returns since when. */
        private long runningMs(long afterMs) {
            return Waiting.forValue(
                            () -> cluster.running().allTasksRunSinceMs().filter(each -> each > afterMs),
                            ClusterDeployment.START_LIMIT,
                            POLL_MS)
                    .orElseThrow(() -> new IllegalStateException(
                            "The job does not run after " + ClusterDeployment.START_LIMIT.toSeconds() + " s."));
        }

        /** @param downMs how long the job did not run before */
        private Run measured(Recorder recorder, After after, long runningMs, long downMs, int seconds)
                throws InterruptedException {
            double endMs = runningMs + seconds * MS_PER_SECOND;
            sleep(endMs - System.currentTimeMillis());
            // Queries that ended while the job did not run are not counted.
            recorder.unanswered(runningMs).forEach(bench.found().verification()::isAnswered);
            double firstAnswerMs = recorder.firstAnswerMs(runningMs).orElse(endMs);
            // The second in which the job went down is left out: in a part of it, the job still answered.
            Span span = new Span((int) -Math.floor(downMs / MS_PER_SECOND), seconds);
            double firstAnswerSeconds = (firstAnswerMs - runningMs + downMs) / MS_PER_SECOND;
            return new Run(variant, after, number, recorder.timeline(runningMs, span), firstAnswerSeconds);
        }
    }
}
