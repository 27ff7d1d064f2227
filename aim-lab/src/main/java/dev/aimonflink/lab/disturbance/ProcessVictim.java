package dev.aimonflink.lab.disturbance;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.KeptModel;
import dev.aimonflink.local.cluster.RunningCluster;
import dev.aimonflink.local.cluster.ScratchCluster;
import dev.aimonflink.query.setup.KeptColumns;
import java.util.List;
import java.util.function.Consumer;

/** A job on a cluster of processes, with a TaskManager for each slot; {@code kill -9} ends one, and the cluster's watcher starts another. */
public final class ProcessVictim extends Victim {
    private static final String CHECKPOINT_INTERVAL = "1s";
    private static final int HEAP_MEBIBYTES = 256;

    private final ScratchCluster cluster;
    private RunningCluster running;
    private int parallelism;
    private int kills;
    private long startsOfEarlierJobs;

    private ProcessVictim(ScratchCluster cluster, int parallelism) {
        this.cluster = cluster;
        this.parallelism = parallelism;
        running = cluster.running();
    }

    /** Returns when the job runs. */
    public static ProcessVictim start(Cell cell, StormPlan plan, GivenModel given, Consumer<String> progress) {
        return new ProcessVictim(
                ScratchCluster.up(
                        progress,
                        "--taskmanagers=" + plan.parallelism(),
                        "--slots=1",
                        "--model=" + given.name(),
                        "--backend=" + cell.backend().label(),
                        "--checkpoint-interval=" + CHECKPOINT_INTERVAL,
                        "--heap=" + HEAP_MEBIBYTES,
                        "--",
                        "--" + AimOptions.EVENTS_FORMAT.key() + "="
                                + plan.format().label(),
                        "--" + AimOptions.DEAD_LETTERS_DELIVERY.key() + "="
                                + plan.deadLetters().label(),
                        "--" + AimOptions.ALERTS_DELIVERY.key() + "="
                                + plan.alerts().label(),
                        "--" + AimOptions.COLUMNS.key() + "=" + KeptColumns.ALL,
                        "--" + AimOptions.SCANS_MODE.key() + "=" + cell.scans().label(),
                        "--" + AimOptions.TIME_ZONE.key() + "="
                                + plan.times().zone().getId()),
                plan.parallelism());
    }

    public Connection connection() {
        return running.connection();
    }

    /** Models have no column in common, and all have the same options. */
    @Override
    public List<String> columns(KeptModel kept) {
        return List.of(KeptColumns.ALL);
    }

    @Override
    public boolean kill(StormStep.Kill kill) {
        awaitCheckpoint();
        long restored = running.checkpointCounts().restored();
        for (int killed = 0; killed < (kill.all() ? parallelism : 1); killed++) {
            cluster.killTaskManager(1 + kills++ % parallelism);
        }
        await(
                "A restart",
                () -> running.checkpointCounts().restored() > restored
                        && running.allTasksRunSinceMs().isPresent());
        return true;
    }

    @Override
    public void change(int newParallelism, KeptModel kept) {
        awaitCheckpoint();
        startsOfEarlierJobs = starts();
        parallelism = newParallelism;
        String model = kept.write(running.folder()).toString();
        cluster.stopFlink();
        cluster.startFlink("--taskmanagers=" + parallelism, "--model=" + model);
        running = cluster.running();
    }

    @Override
    public int parallelism() {
        return parallelism;
    }

    /** Flink's answer may be slightly old, so it takes two. */
    @Override
    public void awaitCheckpoint() {
        long completed = running.checkpointCounts().completed();
        await("A checkpoint", () -> running.checkpointCounts().completed() > completed + 1);
    }

    @Override
    public void requireHealthy() {
        running.requireNotEnded();
    }

    @Override
    public long counted(String metric) {
        return running.counted(metric);
    }

    @Override
    public long starts() {
        return startsOfEarlierJobs + 1 + running.checkpointCounts().restored();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
