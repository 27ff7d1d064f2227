package dev.aimonflink.job.config;

import java.time.Duration;
import org.apache.flink.streaming.api.environment.CheckpointConfig;

/** Computes within which time a checkpoint that is written slowly has to end. */
public final class CheckpointBudget {
    /**
     * The rest is for barriers, for the store, and to spare. It is also for what waits until a checkpoint ends, such as the
     * verification of columns: checkpoints without a pause between them would never let it run.
     */
    static final int BUDGETS_PER_LIMIT = 2;

    private CheckpointBudget() {}

    /** Returns half of the timeout, or half of the interval if that is shorter. */
    public static Duration of(CheckpointConfig checkpoints) {
        long limitMs = checkpoints.getCheckpointTimeout();
        if (checkpoints.isCheckpointingEnabled()) {
            limitMs = Math.min(limitMs, checkpoints.getCheckpointInterval());
        }
        return Duration.ofMillis(limitMs / BUDGETS_PER_LIMIT);
    }
}
