package dev.aimonflink.job.message;

import org.apache.flink.runtime.state.ManagedInitializationContext;

/** Names the attempt of a job: one run between two restarts. */
public final class Attempt {
    private static final long NEVER_RESTORED = 0;

    private Attempt() {}

    /** The checkpoint from which the attempt was restored. */
    public static long of(ManagedInitializationContext context) {
        return context.getRestoredCheckpointId().orElse(NEVER_RESTORED);
    }
}
