package dev.aimonflink.local.cluster;

import dev.aimonflink.local.LocalFlink;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

/** The configuration of Flink's processes on one machine where TaskManagers may die. */
final class FlinkSettings {
    private static final String LOOPBACK = "127.0.0.1";

    /** RocksDB's memory for each slot, besides the columns on the heap. */
    private static final MemorySize MANAGED_PER_ROCKSDB_SLOT = MemorySize.ofMebiBytes(256);

    /** What the broker, the JobManager, the gateway and the watcher take together. */
    private static final long OTHERS_MEBIBYTES = 1_024;

    private static final String LOGGING = "log4j2-cluster.properties";

    private FlinkSettings() {}

    static Configuration of(ClusterState state, ClusterFolder folder) {
        ClusterSettings settings = state.settings();
        Configuration flink = new Configuration();
        flink.set(JobManagerOptions.ADDRESS, LOOPBACK);
        flink.set(JobManagerOptions.PORT, state.ports().rpc());
        flink.set(JobManagerOptions.BIND_HOST, LOOPBACK);
        flink.set(RestOptions.ADDRESS, LOOPBACK);
        flink.set(RestOptions.PORT, state.ports().rest());
        flink.set(RestOptions.BIND_PORT, String.valueOf(state.ports().rest()));
        flink.set(RestOptions.BIND_ADDRESS, LOOPBACK);
        flink.set(TaskManagerOptions.HOST, LOOPBACK);
        flink.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
        flink.set(CoreOptions.TMP_DIRS, folder.scratch().toString());
        flink.set(CoreOptions.DEFAULT_PARALLELISM, settings.parallelism());
        flink.set(TaskManagerOptions.NUM_TASK_SLOTS, settings.slots());
        setMemory(flink, settings);
        setRecovery(flink, settings, folder);
        // The demo reads its metrics through these.
        flink.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, ofMillis(500));
        // Whoever waits for a job or a restart sees its present state, not that of 3 s ago.
        flink.set(WebOptions.REFRESH_INTERVAL, ofMillis(200));
        return flink;
    }

    private static void setMemory(Configuration flink, ClusterSettings settings) {
        boolean isRocksDb = settings.backend().equals(ClusterSettings.ROCKSDB);
        flink.set(TaskManagerOptions.TASK_HEAP_MEMORY, MemorySize.ofMebiBytes(settings.heapMebibytes()));
        flink.set(
                TaskManagerOptions.MANAGED_MEMORY_SIZE,
                isRocksDb ? MANAGED_PER_ROCKSDB_SLOT.multiply(settings.slots()) : MemorySize.ZERO);
        LocalFlink.setNetworkMemory(flink, settings.parallelism());
        flink.set(StateBackendOptions.STATE_BACKEND, settings.backend());
        flink.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, isRocksDb);
    }

    private static void setRecovery(Configuration flink, ClusterSettings settings, ClusterFolder folder) {
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, ofMillis(settings.checkpointIntervalMs()));
        LocalFlink.setCheckpointStorage(flink, folder.checkpoints(), folder.savepoints());
        // As in flink-conf: with exactly-once delivery they have to fit a transaction.
        flink.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, ofMinutes(2));
        flink.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 1);
        flink.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, ofSeconds(1));
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, ofSeconds(10));
        // Two missed heartbeats show a dead process; a slow one has the whole timeout.
        flink.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, ofSeconds(2));
        flink.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, ofSeconds(30));
    }

    /** @throws InvalidInputException if a cluster's processes need more memory than the machine has */
    static void requireRoom(ClusterState state, ClusterFolder folder, long machineBytes) {
        final long ofTaskManager = TaskExecutorProcessUtils.processSpecFromConfig(of(state, folder))
                .getTotalProcessMemorySize()
                .getMebiBytes();
        final int taskManagers = state.settings().taskManagers();
        final long needed = taskManagers * ofTaskManager + OTHERS_MEBIBYTES;
        if (MemorySize.ofMebiBytes(needed).getBytes() > machineBytes) {
            throw new InvalidInputException(
                    "This machine has " + (machineBytes >> 20) + " MiB of memory, and the cluster needs "
                            + needed + " MiB: taskmanagers=" + taskManagers + " of " + ofTaskManager + " MiB each, and "
                            + OTHERS_MEBIBYTES
                            + " MiB for the broker, the JobManager and the gateway. Give fewer --taskmanagers or"
                            + " a smaller --heap, of which each entity needs a part: `aim model show --entities` says how much.");
        }
    }

    static void write(ClusterState state, ClusterFolder folder) {
        try (InputStream logging = FlinkSettings.class.getResourceAsStream(LOGGING)) {
            Files.write(
                    folder.configuration().resolve("config.yaml"),
                    ConfigurationUtils.convertConfigToWritableLines(of(state, folder), true));
            Files.copy(logging, logging(folder), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(folder.configuration() + " could not be written to.", e);
        }
    }

    static Path logging(ClusterFolder folder) {
        return folder.configuration().resolve("log4j2.properties");
    }
}
