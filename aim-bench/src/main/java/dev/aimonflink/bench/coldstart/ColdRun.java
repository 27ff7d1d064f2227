package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Run.After;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.installation.ClusterDeployment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.local.cluster.RunningCluster;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures one variant in one turn: the start of the job, and then the kill of a TaskManager. */
record ColdRun(Bench bench, Deployment.Setup setup, int rate, Variant variant, int turn, GcLog log) {
    static final double MS_PER_SECOND = 1e3;
    private static final long POLL_MS = 200;

    /** @param cluster without Flink, before and after */
    List<Run> on(ClusterDeployment cluster, int seconds) throws InterruptedException {
        List<Run> runs;
        // The client asks before the job runs, so that it waits in second 0 as it does later.
        try (Recorder recorder = new Recorder(cluster.client()::ask, setup.seed(), cluster::taskManagerCpu)) {
            cluster.startFlink(variant.options(log));
            RunningCluster job = cluster.running();
            EventStream.Traffic traffic = new EventStream.Traffic(cluster.events(), rate);
            try (traffic) {
                Run start = measure(recorder, After.START, runningMs(job, 0), 0, seconds);
                bench.say("A TaskManager is killed ...");
                long killedMs = System.currentTimeMillis();
                cluster.killTaskManager(1 + turn % setup.parallelism());
                long runningMs = runningMs(job, killedMs);
                Run kill = measure(recorder, After.KILL, runningMs, runningMs - killedMs, seconds);
                runs = List.of(start, kill);
            }
        }
        bench.say("Answers are recomputed ...");
        cluster.examine(bench.verification());
        cluster.stopFlink();
        return runs;
    }

    /** Waits until all tasks run that began to run after a time, and returns since when. */
    private static long runningMs(RunningCluster job, long afterMs) {
        return Waiting.forValue(
                        () -> job.allTasksRunSinceMs().filter(each -> each > afterMs),
                        ClusterDeployment.START_LIMIT,
                        POLL_MS)
                .orElseThrow(() -> new IllegalStateException(
                        "The job does not run after " + ClusterDeployment.START_LIMIT.toSeconds() + " s."));
    }

    /** @param downMs how long the job did not run before */
    private Run measure(Recorder recorder, After after, long runningMs, long downMs, int seconds)
            throws InterruptedException {
        double endMs = runningMs + seconds * MS_PER_SECOND;
        TimeUnit.MILLISECONDS.sleep((long) Math.max(0, endMs - System.currentTimeMillis()));
        // Queries that ended while the job did not run are not counted.
        recorder.unanswered(runningMs).forEach(bench.verification()::isAnswered);
        double firstAnswerMs = recorder.firstAnswerMs(runningMs).orElse(endMs);
        // The second in which the job went down is left out: in a part of it, the job still answered.
        Span span = new Span((int) -Math.floor(downMs / MS_PER_SECOND), seconds);
        return new Run(
                variant,
                after,
                turn,
                recorder.timeline(runningMs, span, log.megabytes()),
                (firstAnswerMs - runningMs + downMs) / MS_PER_SECOND);
    }
}
