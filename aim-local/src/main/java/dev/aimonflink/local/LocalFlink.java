package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * A Flink cluster in this JVM. Its files go to a temporary directory that is removed at the end. A failed job is not restarted unless the
 * settings say so, so that the cause shows.
 */
public final class LocalFlink implements AutoCloseable {
    public static final Duration DEFAULT_CHECKPOINT_INTERVAL = Duration.ofSeconds(10);

    /** Twice this is shorter than a transaction's timeout, as exactly-once delivery requires. */
    private static final Duration CHECKPOINT_TIMEOUT = Duration.ofMinutes(4);

    /** A TaskManager's longest start on a busy machine. */
    static final Duration START_LIMIT = Duration.ofSeconds(20);

    /** Enough for any job on a few slots. */
    private static final MemorySize NETWORK_BASE = MemorySize.ofMebiBytes(64);

    /** An all-to-all edge has a channel from each slot to each; 16 buffers of 32 KiB for each pair serve several edges. */
    private static final MemorySize NETWORK_PER_PAIR_OF_SLOTS = new MemorySize(16 * 32 * 1024);

    /** The state is on the heap, so nothing needs managed memory. */
    private static final MemorySize MANAGED = MemorySize.ofMebiBytes(8);

    private final TemporaryDirectory directory;
    private final InProcessMetrics metrics;
    private final Configuration configuration;
    private final MiniCluster cluster;

    /** MiniCluster numbers them in start order; the oldest are ended first. */
    private int taskManagersStarted;

    private int taskManagersEnded;

    /** How many ended by themselves and were replaced. */
    private int taskManagersLost;

    /** When they were counted, or some were started. */
    private long countedNanos = System.nanoTime();

    private LocalFlink(
            TemporaryDirectory directory,
            InProcessMetrics metrics,
            Configuration configuration,
            MiniCluster cluster,
            int taskManagers) {
        this.directory = directory;
        this.metrics = metrics;
        this.configuration = configuration;
        this.cluster = cluster;
        taskManagersStarted = taskManagers;
    }

    public static LocalFlink start(int slots) {
        return start(1, slots, new Configuration());
    }

    /** @param settings override those made here; a checkpoint interval of zero disables checkpoints */
    public static LocalFlink start(int taskManagers, int slotsOfEach, Configuration settings) {
        TemporaryDirectory directory = TemporaryDirectory.create("aim-flink-");
        InProcessMetrics metrics = new InProcessMetrics();
        Configuration configuration = combined(configuration(taskManagers * slotsOfEach, directory.path()), settings);
        metrics.attachTo(configuration);
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(slotsOfEach)
                .setRpcServiceSharing(RpcServiceSharing.SHARED)
                .setCommonBindAddress(InetAddress.getLoopbackAddress().getHostAddress())
                .build());
        LocalFlink flink = new LocalFlink(directory, metrics, configuration, cluster, taskManagers);
        AtExit.add(flink);
        try {
            cluster.start();
        } catch (Exception e) {
            try (flink) {
                throw new IllegalStateException("The Flink cluster did not start: " + e.getMessage(), e);
            }
        }
        return flink;
    }

    public static void setNetworkMemory(Configuration configuration, int parallelism) {
        MemorySize network = NETWORK_BASE.add(NETWORK_PER_PAIR_OF_SLOTS.multiply((double) parallelism * parallelism));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
    }

    /** Sets where checkpoints and savepoints are written, and how long that may take. */
    public static void setCheckpointStorage(Configuration configuration, Path checkpoints, Path savepoints) {
        configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, CHECKPOINT_TIMEOUT);
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        configuration.set(
                CheckpointingOptions.SAVEPOINT_DIRECTORY, savepoints.toUri().toString());
    }

    private static Configuration configuration(int slots, Path directory) {
        Configuration configuration = new Configuration();
        configuration.set(CoreOptions.DEFAULT_PARALLELISM, slots);
        configuration.set(CoreOptions.TMP_DIRS, directory.toString());
        // Also for uploaded jars: an interrupted start must leave nothing outside the directory.
        configuration.set(WebOptions.TMP_DIR, directory.toString());
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(JobManagerOptions.PORT, 0);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");

        setNetworkMemory(configuration, slots);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED);

        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, DEFAULT_CHECKPOINT_INTERVAL);
        setCheckpointStorage(configuration, directory.resolve("checkpoints"), directory.resolve("savepoints"));
        return configuration;
    }

    /** For savepoints that are removed with the cluster. */
    public Path savepoints() {
        return directory.path().resolve("savepoints");
    }

    /** An environment to build a job in, with this cluster's parallelism and checkpoints. */
    public StreamExecutionEnvironment newEnvironment() {
        return newEnvironment(new Configuration());
    }

    /** @param settings of the job, overriding the cluster's; a checkpoint interval of zero disables checkpoints */
    StreamExecutionEnvironment newEnvironment(Configuration settings) {
        return new StreamExecutionEnvironment(combined(configuration, settings));
    }

    private static Configuration combined(Configuration ours, Configuration settings) {
        Configuration combined = new Configuration(ours);
        combined.addAll(settings);
        if (Duration.ZERO.equals(combined.get(CheckpointingOptions.CHECKPOINTING_INTERVAL))) {
            combined.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        }
        return combined;
    }

    /** Does not wait, unlike {@link RunningJob#awaitRunning}. */
    public RunningJob submit(StreamExecutionEnvironment environment, String jobName) {
        return submit(environment, jobName, SavepointRestoreSettings.none());
    }

    public RunningJob submit(
            StreamExecutionEnvironment environment, String jobName, SavepointRestoreSettings restoreFrom) {
        StreamGraph graph = environment.getStreamGraph();
        graph.setJobName(jobName);
        graph.setSavepointRestoreSettings(restoreFrom);
        RunningJob job = new RunningJob(this, graph.getJobID(), jobName);
        Waiting.forResult(
                cluster.submitJob(graph), RunningJob.REQUEST_LIMIT, "The job '" + jobName + "' was not accepted");
        return job;
    }

    /** Ends the oldest TaskManagers together, and starts as many new ones. */
    public void replaceTaskManagers(int count) {
        endTaskManagers(count);
        startTaskManagers(count);
    }

    /** Starts or ends TaskManagers, for a job that needs more or fewer slots. */
    public void resizeTo(int count) {
        int running = taskManagers();
        endTaskManagers(running - count);
        startTaskManagers(count - running);
    }

    private void endTaskManagers(int count) {
        List<CompletableFuture<Void>> ending = new ArrayList<>();
        while (ending.size() < count) {
            CompletableFuture<Void> end = cluster.terminateTaskManager(taskManagersEnded++);
            if (end.isDone()) {
                taskManagersLost--;
            } else {
                ending.add(end);
            }
        }
        for (CompletableFuture<Void> each : ending) {
            Waiting.forResult(each, RunningJob.REQUEST_LIMIT, "The TaskManager did not stop");
        }
    }

    /**
     * Replaces TaskManagers that have been missing for so long, like a process supervisor: Flink ends one by itself if a task fails to
     * clean up after the loss of another. Called repeatedly by whoever waits for a job.
     */
    void replaceLost(Duration patience) {
        if (System.nanoTime() - countedNanos < patience.toNanos()) {
            return;
        }
        int missing = taskManagers()
                - result(cluster.requestClusterOverview(), "The TaskManagers were not counted")
                        .getNumTaskManagersConnected();
        taskManagersLost += Math.max(0, missing);
        startTaskManagers(missing);
    }

    private void startTaskManagers(int count) {
        countedNanos = System.nanoTime();
        try {
            for (int i = 0; i < count; i++) {
                cluster.startTaskManager();
                taskManagersStarted++;
            }
        } catch (Exception e) {
            throw new IllegalStateException("No new TaskManager started: " + e.getMessage(), e);
        }
    }

    public InProcessMetrics metrics() {
        return metrics;
    }

    /** For the web interface and the REST API. */
    String restAddress() {
        return result(cluster.getRestAddress(), "The address of the Flink cluster was not reported")
                .toString();
    }

    MiniCluster miniCluster() {
        return cluster;
    }

    int taskManagers() {
        return taskManagersStarted - taskManagersEnded - taskManagersLost;
    }

    private static <T> T result(CompletableFuture<T> future, String otherwise) {
        return Waiting.forResult(future, RunningJob.REQUEST_LIMIT, otherwise);
    }

    /** Ends all jobs and threads of the cluster, and removes its files. */
    @Override
    public void close() {
        try (directory) {
            Waiting.forResult(cluster.closeAsync(), RunningJob.REQUEST_LIMIT, "The Flink cluster did not stop");
            AtExit.remove(this);
        } finally {
            metrics.release();
        }
    }
}
