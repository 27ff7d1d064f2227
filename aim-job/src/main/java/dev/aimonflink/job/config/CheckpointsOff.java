package dev.aimonflink.job.config;

import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.environment.CheckpointConfig;

/** The warning at the start of a job without checkpoints. */
public final class CheckpointsOff {
    private static final String INTERVAL = CheckpointingOptions.CHECKPOINTING_INTERVAL.key();

    private CheckpointsOff() {}

    /** Empty if checkpoints are on. */
    public static Optional<String> warning(CheckpointConfig checkpoints) {
        return checkpoints.isCheckpointingEnabled()
                ? Optional.empty()
                : Optional.of(
                        "Checkpoints are off, so nothing that this job counts survives a failure: the job fails for"
                                + " good, or counts again only what Kafka still has. Set " + INTERVAL
                                + " in the cluster's configuration, or start the job with -D" + INTERVAL + "=30s.");
    }
}
