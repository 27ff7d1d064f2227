package dev.aimonflink.lab.disturbance;

import java.util.Locale;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;

/** The state backend of a run. */
public enum Backend {
    HASHMAP,
    ROCKSDB;

    /** Enough for the write buffers and caches of three tasks' few thousand records. */
    private static final MemorySize MANAGED = MemorySize.ofMebiBytes(64);

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    Configuration settings() {
        Configuration settings = new Configuration().set(StateBackendOptions.STATE_BACKEND, label());
        if (this == ROCKSDB) {
            settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
            settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED);
        }
        return settings;
    }
}
