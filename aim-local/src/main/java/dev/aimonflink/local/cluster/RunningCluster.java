package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A cluster that {@code aim cluster up} started. */
public final class RunningCluster extends ObservedJob {
    /** Longer than a pause of the JobManager, and short for a waiting person. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private final ClusterFolder folder;
    private final ClusterState state;
    private final JobManager jobManager;
    private final Duration answerLimit;

    RunningCluster(ClusterFolder folder, ClusterState state, JobManager jobManager, Duration answerLimit) {
        this.folder = folder;
        this.state = state;
        this.jobManager = jobManager;
        this.answerLimit = answerLimit;
    }

    /** @throws InvalidInputException if no cluster runs in the folder, or in the default one */
    public static RunningCluster of(Path folderOrNull) {
        ClusterFolder folder = folderOrNull == null ? ClusterFolder.ofHome() : new ClusterFolder(folderOrNull);
        ClusterState state = ClusterState.read(folder)
                .filter(found -> found.jobId() != null)
                .orElseThrow(() -> new InvalidInputException(
                        "cluster=" + folder.root() + " is not running. Start it with " + folder.command("up") + "."));
        RunningCluster cluster =
                new RunningCluster(folder, state, new JobManager(state.ports().restAddress()), ANSWER_LIMIT);
        cluster.requireHealthy();
        return cluster;
    }

    public Path folder() {
        return folder.root();
    }

    /** A quoted command for this cluster, such as {@code `aim cluster down`}. */
    public String command(String verb) {
        return folder.command(verb);
    }

    public Connection connection() {
        return Connection.to(state.ports().bootstrap());
    }

    public int parallelism() {
        return state.settings().parallelism();
    }

    /** The options with which the job was submitted. */
    public JobSettings jobSettings() {
        return JobSettings.of(JobArguments.parse(state.jobArguments().toArray(String[]::new)));
    }

    @Override
    public long counted(String metric) {
        return jobManager.metric(state.jobId(), metric).sum(metric);
    }

    /** The maximum of one of our metrics over all operators and subtasks. */
    public long highest(String metric) {
        return (long) jobManager.metric(state.jobId(), metric).max(metric).orElse(0);
    }

    /** Newest first. */
    public List<JobManager.TakenCheckpoint> checkpoints() {
        return jobManager.checkpoints(state.jobId());
    }

    /** Waits if Flink does not answer: a busy machine may be late once. */
    public JobManager.CheckpointCounts checkpointCounts() {
        return Waiting.forValue(() -> jobManager.checkpointCounts(state.jobId()), answerLimit, StartWait.POLL_MS)
                .orElseThrow(() -> notRunning("out of reach"));
    }

    /** When the last task began to run, in epoch milliseconds; empty unless every task runs. */
    public Optional<Long> allTasksRunSinceMs() {
        return jobManager.allTasksRunSinceMs(state.jobId());
    }

    /** Throws if the job does not run. Asks again if Flink does not answer: a busy machine may be late once. */
    @Override
    public void requireHealthy() {
        String job = jobState();
        if (!job.equals("RUNNING")) {
            throw notRunning(job);
        }
    }

    /** Throws if the job has ended, but not if it restarts. */
    public void requireNotEnded() {
        String job = jobState();
        if (!JobManager.isThere(job)) {
            throw notRunning(job);
        }
    }

    private String jobState() {
        return Waiting.forValue(() -> jobManager.jobState(state.jobId()), answerLimit, StartWait.POLL_MS)
                .orElse("out of reach");
    }

    private ClientException notRunning(String job) {
        return new ClientException("The job of the cluster in " + folder.root() + " is " + job + ". "
                + folder.command("status") + " says how to fix it.");
    }
}
