package dev.aimonflink.job.operator;

import java.time.Duration;
import java.util.Locale;

/**
 * Hands out the pace of each checkpoint that is written from the heap.
 *
 * <p>For each snapshot, Flink duplicates the serializer of keyed state on the task's thread, and another thread writes all records with the
 * duplicate. So the operator opens the pacing around a checkpoint's part on the task's thread, and a {@link RecordSerializer} passes the
 * pace to the duplicates made meanwhile.
 */
final class CheckpointPacing {
    private static final double FULL_SPEED = 1;
    private static final int PERCENT = 100;
    private static final double MS_PER_SECOND = 1e3;

    private final double share;
    private final Duration budget;
    private final SnapshotPace.Time time;
    private SnapshotPace openOrNull;

    /**
     * @param share of a core; 1 does not pace
     * @param budget within which a checkpoint has to be written, if possible at full speed
     */
    CheckpointPacing(double share, Duration budget, SnapshotPace.Time time) {
        this.share = share;
        this.budget = budget;
        this.time = time;
    }

    /** Begins a snapshot of {@code rows}; serializers duplicated until {@link #close} write at its pace. */
    void open(long rows) {
        assert openOrNull == null : "one snapshot begins at a time";
        if (share < FULL_SPEED) {
            openOrNull = new SnapshotPace(share, rows, budget.toNanos(), time);
        }
    }

    void close() {
        openOrNull = null;
    }

    /** The pace of the snapshot that is beginning; null if none is, or at full speed. */
    SnapshotPace openOrNull() {
        return openOrNull;
    }

    @Override
    public String toString() {
        return share < FULL_SPEED
                ? String.format(
                        Locale.ROOT,
                        "by a thread with at most %.0f%% of a core, unless it needs more to end within %.1f s",
                        share * PERCENT,
                        budget.toMillis() / MS_PER_SECOND)
                : "at full speed";
    }
}
