package dev.aimonflink.job.operator;

import java.time.Duration;
import java.util.Locale;

/**
 * Hands out the pace of each checkpoint that is written from the heap.
 *
 * <p>Flink duplicates the serializer of keyed state for each snapshot, on the task's thread, and another thread writes all
 * records with the duplicate. So the operator opens the pacing around the part of a checkpoint that runs on the task's
 * thread, and a {@link RecordSerializer} gives the pace to the duplicates made meanwhile.
 */
final class CheckpointPacing {
    /** A checkpoint has this part of its timeout for the rows. The rest is for barriers, for the store, and to spare. */
    static final int BUDGETS_PER_TIMEOUT = 2;

    private static final double FULL_SPEED = 1;
    private static final int PERCENT = 100;

    private final double share;
    private final Duration budget;
    private final SnapshotPace.Time time;
    private SnapshotPace openOrNull;

    /**
     * @param share of a core; 1 does not pace
     * @param checkpointTimeout after how long Flink aborts a checkpoint
     */
    CheckpointPacing(double share, Duration checkpointTimeout, SnapshotPace.Time time) {
        this.share = share;
        this.budget = checkpointTimeout.dividedBy(BUDGETS_PER_TIMEOUT);
        this.time = time;
    }

    /** Begins a snapshot of so many rows. Serializers duplicated until {@link #close} write at its pace. */
    void open(long rows) {
        if (share < FULL_SPEED) {
            openOrNull = new SnapshotPace(share, rows, budget.toNanos(), time);
        }
    }

    void close() {
        openOrNull = null;
    }

    /** Returns the pace of the snapshot that begins right now; null if none does, or one at full speed. */
    SnapshotPace openOrNull() {
        return openOrNull;
    }

    @Override
    public String toString() {
        return share < FULL_SPEED
                ? String.format(
                        Locale.ROOT,
                        "by a thread with at most %.0f%% of a core, unless it needs more to end within %d s",
                        share * PERCENT,
                        budget.toSeconds())
                : "at full speed";
    }
}
