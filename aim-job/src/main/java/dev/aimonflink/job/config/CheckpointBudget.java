package dev.aimonflink.job.config;

import java.time.Duration;
import org.apache.flink.streaming.api.environment.CheckpointConfig;

/** Computes the time within which a slowly written checkpoint has to end. */
public final class CheckpointBudget {
    /**
     * The rest is for barriers, for the store, and slack. It also lets work run that waits for a checkpoint's end, such as the verification
     * of columns.
     */
    static final int BUDGETS_PER_LIMIT = 2;

    private CheckpointBudget() {}

    /** Half of the timeout, or of the interval if that is shorter. */
    public static Duration of(CheckpointConfig checkpoints) {
        long limitMs = checkpoints.getCheckpointTimeout();
        if (checkpoints.isCheckpointingEnabled()) {
            limitMs = Math.min(limitMs, checkpoints.getCheckpointInterval());
        }
        return Duration.ofMillis(limitMs / BUDGETS_PER_LIMIT);
    }
}
