package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.JobException;
import org.apache.flink.runtime.checkpoint.CheckpointStatsCounts;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.checkpoint.RestoredCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.util.SerializedThrowable;

/** A job on a {@link LocalFlink}. */
public final class RunningJob {
    /** Generous, for busy machines. */
    static final Duration REQUEST_LIMIT = Duration.ofSeconds(60);

    private final LocalFlink flink;
    private final MiniCluster cluster;
    private final JobID id;
    private final String name;

    RunningJob(LocalFlink flink, JobID id, String name) {
        this.flink = flink;
        cluster = flink.miniCluster();
        this.id = id;
        this.name = name;
    }

    public JobStatus status() {
        return result(cluster.getJobStatus(id), "The status of the job '" + name + "' was not reported");
    }

    /** Returns when every task runs; the job's status is RUNNING earlier. */
    public void awaitRunning(Duration limit) {
        await("run", limit, () -> allTasksRun(aliveGraph()));
    }

    private void await(String what, Duration limit, BooleanSupplier condition) {
        BooleanSupplier watched = () -> {
            flink.replaceLost(LocalFlink.START_LIMIT);
            return condition.getAsBoolean();
        };
        if (!Waiting.until(watched, limit)) {
            throw new IllegalStateException("The job '" + name + "' did not " + what + " within " + limit.toMillis()
                    + " ms: it is " + status() + ".");
        }
    }

    /** Throws if the job has failed or ended, with the cause. */
    public void requireRunning() {
        if (status().isGloballyTerminalState()) {
            aliveGraph();
        }
    }

    private AccessExecutionGraph aliveGraph() {
        AccessExecutionGraph graph = graph();
        if (graph.getState().isGloballyTerminalState()) {
            throw new IllegalStateException(
                    "The job '" + name + "' is " + graph.getState() + " instead of running.",
                    cause(graph).orElse(null));
        }
        return graph;
    }

    /** A job that is still being initialized has no tasks yet. */
    private static boolean allTasksRun(AccessExecutionGraph graph) {
        if (graph.getState() != JobStatus.RUNNING) {
            return false;
        }
        for (AccessExecutionVertex vertex : graph.getAllExecutionVertices()) {
            if (vertex.getExecutionState() != ExecutionState.RUNNING) {
                return false;
            }
        }
        return true;
    }

    /**
     * @param millis from its trigger to its end
     * @param writtenBytes without what earlier checkpoints wrote
     * @param inFlightBytes of messages between tasks, in an unaligned checkpoint
     * @param path removed with its job, unless the cluster retains checkpoints
     */
    public record Checkpoint(long millis, long stateBytes, long writtenBytes, long inFlightBytes, String path) {}

    /** A checkpoint's trigger and its end, which is now while it is being taken. */
    public record CheckpointTime(long beganMs, long endedMs) {}

    List<CheckpointTime> checkpointTimes() {
        return graph().getCheckpointStatsSnapshot().getHistory().getCheckpoints().stream()
                .map(each -> new CheckpointTime(
                        each.getTriggerTimestamp(),
                        each.getStatus().isInProgress()
                                ? System.currentTimeMillis()
                                : each.getTriggerTimestamp() + each.getEndToEndDuration()))
                .toList();
    }

    /** Returns when it is complete. */
    public Checkpoint checkpoint() {
        result(cluster.triggerCheckpoint(id), "The job '" + name + "' did not take a checkpoint");
        CompletedCheckpointStats latest =
                graph().getCheckpointStatsSnapshot().getHistory().getLatestCompletedCheckpoint();
        return new Checkpoint(
                latest.getEndToEndDuration(),
                latest.getStateSize(),
                latest.getCheckpointedSize(),
                latest.getPersistedData(),
                latest.getExternalPath());
    }

    /** Triggers a checkpoint without waiting for it. */
    public void beginCheckpoint() {
        CompletableFuture<String> unused = cluster.triggerCheckpoint(id);
    }

    /** The numbers of completed, running and restored checkpoints, including savepoints. */
    public CheckpointStatsCounts checkpoints() {
        return graph().getCheckpointStatsSnapshot().getCounts();
    }

    public OptionalLong restoredCheckpoint() {
        RestoredCheckpointStats latest = graph().getCheckpointStatsSnapshot().getLatestRestoredCheckpoint();
        return latest == null ? OptionalLong.empty() : OptionalLong.of(latest.getCheckpointId());
    }

    /** Returns when every task runs after one more restoration than before. */
    public void awaitRestored(long restorationsBefore, Duration limit) {
        await("restore its state", limit, () -> {
            AccessExecutionGraph graph = aliveGraph();
            return graph.getCheckpointStatsSnapshot().getCounts().getNumberOfRestoredCheckpoints() > restorationsBefore
                    && allTasksRun(graph);
        });
    }

    public void cancel() {
        result(cluster.cancelJob(id), "The job '" + name + "' was not cancelled");
        awaitEnd();
    }

    /** Ends the job with a savepoint below a directory, and returns its path. */
    public String stopWithSavepoint(Path directory) {
        return stopWithSavepoint(directory, false);
    }

    /** @param drain whether event time advances to its end before the savepoint */
    String stopWithSavepoint(Path directory, boolean drain) {
        String savepoint = result(
                cluster.stopWithSavepoint(id, directory.toUri().toString(), drain, SavepointFormatType.CANONICAL),
                "The job '" + name + "' did not stop with a savepoint");
        awaitEnd();
        return savepoint;
    }

    private void awaitEnd() {
        await("end", REQUEST_LIMIT, () -> status().isGloballyTerminalState());
    }

    /** The failure without the wrapper that says that Flink does not restart the job. */
    private static Optional<Throwable> cause(AccessExecutionGraph graph) {
        ErrorInfo failure = graph.getFailureInfo();
        if (failure == null) {
            return Optional.empty();
        }
        SerializedThrowable failed = failure.getException();
        boolean isWrapper =
                failed.getOriginalErrorClassName().equals(JobException.class.getName()) && failed.getCause() != null;
        return Optional.of(isWrapper ? failed.getCause() : failed);
    }

    private AccessExecutionGraph graph() {
        return result(cluster.getExecutionGraph(id), "The state of the job '" + name + "' was not reported");
    }

    private static <T> T result(CompletableFuture<T> future, String otherwise) {
        return Waiting.forResult(future, REQUEST_LIMIT, otherwise);
    }
}
