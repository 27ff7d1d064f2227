package dev.aimonflink.local.cluster;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.aimonflink.local.LocalFlink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
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

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

/** The configuration of Flink's processes on one machine where TaskManagers may die. */
final class FlinkSettings {
    private static final String LOOPBACK = "127.0.0.1";

    /** RocksDB's memory for each slot, beside the columns on the heap. */
    private static final MemorySize MANAGED_PER_ROCKSDB_SLOT = MemorySize.ofMebiBytes(256);

    /** The rolled logs of one process are at most five times as large. */
    private static final String LOGGING = """
            rootLogger.level = INFO
            rootLogger.appenderRef.file.ref = file
            appender.file.type = RollingFile
            appender.file.name = file
            appender.file.fileName = ${sys:log.file}
            appender.file.filePattern = ${sys:log.file}.%i
            appender.file.layout.type = PatternLayout
            appender.file.layout.pattern = %d{yyyy-MM-dd HH:mm:ss.SSS} %-5level %c{1} - %msg%n%ex
            appender.file.policies.type = Policies
            appender.file.policies.size.type = SizeBasedTriggeringPolicy
            appender.file.policies.size.size = 20MB
            appender.file.strategy.type = DefaultRolloverStrategy
            appender.file.strategy.max = 4
            # Clients would log many times a second that the broker is down.
            logger.clients.name = org.apache.kafka.clients
            logger.clients.level = ERROR
            """;

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
        return flink;
    }

    private static void setMemory(Configuration flink, ClusterSettings settings) {
        boolean isRocksDb = settings.backend().equals(ClusterSettings.ROCKSDB);
        MemorySize network = LocalFlink.networkMemory(settings.parallelism());
        flink.set(TaskManagerOptions.TASK_HEAP_MEMORY, MemorySize.ofMebiBytes(settings.heapMebibytes()));
        flink.set(
                TaskManagerOptions.MANAGED_MEMORY_SIZE,
                isRocksDb ? MANAGED_PER_ROCKSDB_SLOT.multiply(settings.slots()) : MemorySize.ZERO);
        flink.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
        flink.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
        flink.set(StateBackendOptions.STATE_BACKEND, settings.backend());
        flink.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, isRocksDb);
    }

    private static void setRecovery(Configuration flink, ClusterSettings settings, ClusterFolder folder) {
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, ofMillis(settings.checkpointIntervalMs()));
        flink.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, ofMinutes(5));
        flink.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 3);
        flink.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        flink.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        flink.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.checkpoints().toUri().toString());
        flink.set(
                CheckpointingOptions.SAVEPOINT_DIRECTORY,
                folder.savepoints().toUri().toString());
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, ofSeconds(1));
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, ofSeconds(10));
        // Two missed heartbeats show a dead process; a slow one has the whole timeout.
        flink.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, ofSeconds(2));
        flink.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, ofSeconds(30));
    }

    /** Writes the configuration files of the processes. */
    static void write(ClusterState state, ClusterFolder folder) {
        StringBuilder lines = new StringBuilder();
        // A JSON string is also a YAML string.
        new TreeMap<>(of(state, folder).toMap()).forEach((key, value) -> lines.append(key)
                .append(": \"")
                .append(JsonStringEncoder.getInstance().quoteAsString(value))
                .append("\"\n"));
        try {
            Files.writeString(folder.configuration().resolve("config.yaml"), lines);
            Files.writeString(logging(folder), LOGGING);
        } catch (IOException e) {
            throw new UncheckedIOException(folder.configuration() + " could not be written to.", e);
        }
    }

    static Path logging(ClusterFolder folder) {
        return folder.configuration().resolve("log4j2.properties");
    }
}
