package dev.aimonflink.job.config;

import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.environment.CheckpointConfig;

/** What a job without checkpoints gives up. */
public final class CheckpointsOff {
    private static final String INTERVAL = CheckpointingOptions.CHECKPOINTING_INTERVAL.key();

    private CheckpointsOff() {}

    /** Returns what to tell whoever starts the job, or nothing if there are checkpoints. */
    public static Optional<String> warning(CheckpointConfig checkpoints) {
        return checkpoints.isCheckpointingEnabled()
                ? Optional.empty()
                : Optional.of(
                        "Checkpoints are off, so nothing that this job counts survives a failure: the job fails for"
                                + " good, or counts again only what Kafka still has. Set " + INTERVAL
                                + " in the cluster's configuration, or start the job with -D" + INTERVAL + "=30s.");
    }
}
