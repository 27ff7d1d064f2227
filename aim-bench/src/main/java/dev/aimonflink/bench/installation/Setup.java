package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.setup.KeptColumns;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * What is deployed.
 *
 * @param aggregates number for calls, or the model's name
 * @param model of other events than calls, or of calls as any events; null for {@code aggregates} of calls
 */
public record Setup(
        int subscribers,
        String aggregates,
        MeasuredModel model,
        int parallelism,
        long seed,
        CallPattern feed,
        Running running) {
    public static final String HASHMAP = "hashmap";
    public static final String ROCKSDB = "rocksdb";

    /** How many checkpoints a job remembers: more than are taken during a measurement. */
    private static final int MAX_CHECKPOINTS = 1_000;

    /** RocksDB's caches and buffers beside the heap, for each subscriber and aggregate. */
    private static final long ROCKSDB_BYTES_PER_CELL = 4;

    private static final MemorySize LEAST_ROCKSDB_MEMORY = MemorySize.ofMebiBytes(512);

    /**
     * @param backend hashmap or rocksdb
     * @param checkpoints the interval, zero for none
     * @param lingerMs how long a question or answer waits to be sent to the broker together with others
     * @param columns kept for scans, as the job's option
     * @param rules how many of the papers' campaigns judge the events that come through Kafka
     * @param scans where scans run; empty if the job chooses
     */
    public record Running(
            String backend,
            Duration checkpoints,
            int lingerMs,
            String columns,
            int rules,
            Optional<ScanSetting> scans) {
        static final Running USUAL = new Running(HASHMAP, Duration.ZERO, 0, KeptColumns.AUTO, 0, Optional.empty());

        Map<String, String> producers() {
            return Map.of(ProducerConfig.LINGER_MS_CONFIG, Integer.toString(lingerMs));
        }
    }

    /** For calls, with records on the heap and without checkpoints. */
    public Setup(int subscribers, String aggregates, int parallelism, long seed, CallPattern feed) {
        this(subscribers, aggregates, null, parallelism, seed, feed, Running.USUAL);
    }

    public Setup of(MeasuredModel other) {
        return new Setup(subscribers, other.name(), other, parallelism, seed, feed, running);
    }

    public Setup of(int others) {
        return new Setup(others, aggregates, model, parallelism, seed, feed, running);
    }

    private Setup running(Running other) {
        return new Setup(subscribers, aggregates, model, parallelism, seed, feed, other);
    }

    public Setup with(Duration interval) {
        return running(new Running(
                running.backend, interval, running.lingerMs, running.columns, running.rules, running.scans));
    }

    public Setup on(String backend) {
        return running(new Running(
                backend, running.checkpoints, running.lingerMs, running.columns, running.rules, running.scans));
    }

    /** The same with a time for which questions and answers wait for others. */
    public Setup lingering(int millis) {
        return running(new Running(
                running.backend, running.checkpoints, millis, running.columns, running.rules, running.scans));
    }

    public Setup keeping(String columns) {
        return running(new Running(
                running.backend, running.checkpoints, running.lingerMs, columns, running.rules, running.scans));
    }

    public Setup judgedBy(int rules) {
        return running(new Running(
                running.backend, running.checkpoints, running.lingerMs, running.columns, rules, running.scans));
    }

    public Setup scanning(Optional<ScanSetting> mode) {
        return running(new Running(
                running.backend, running.checkpoints, running.lingerMs, running.columns, running.rules, mode));
    }

    /** The parameters of a figure: the given names and values alternating, then those of every deployment. */
    public Map<String, String> parameters(Object... namesAndValues) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.put(namesAndValues[i].toString(), namesAndValues[i + 1].toString());
        }
        parameters.put("parallelism", Integer.toString(parallelism));
        parameters.put(model == null ? "aggregates" : "model", aggregates);
        running.scans.ifPresent(mode -> parameters.put("scans", mode.label()));
        return Collections.unmodifiableMap(parameters);
    }

    private MemorySize rocksDbMemory() {
        long bytesOfRecords = ROCKSDB_BYTES_PER_CELL * subscribers * cellsOfEach();
        return new MemorySize(Math.max(LEAST_ROCKSDB_MEMORY.getBytes(), bytesOfRecords));
    }

    int cellsOfEach() {
        if (model == null) {
            return Integer.parseInt(aggregates);
        }
        CellLayout layout = MatrixSchema.of(model.model()).layout();
        return layout.intCount() + layout.longCount();
    }

    public Configuration cluster() {
        Configuration cluster = new Configuration()
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, running.checkpoints)
                .set(WebOptions.CHECKPOINTS_HISTORY_SIZE, MAX_CHECKPOINTS)
                .set(StateBackendOptions.STATE_BACKEND, running.backend);
        if (running.backend.equals(ROCKSDB)) {
            cluster.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, rocksDbMemory())
                    .set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        }
        return cluster;
    }
}
