package dev.aimonflink.query.schedule;

import java.util.Locale;

/** Where passes run. The names are those of Adaptive HTAP's states. */
public enum ScanMode {
    /** On the task's thread, in slices between events. */
    S1,

    /** On a thread beside it, which merges the rows that changed before it reads. */
    S2,

    /** On a thread beside it, which copies only those columns of the rows that changed which it reads. */
    S3_IS;

    /** Whether a pass runs on a thread beside the task's. */
    public boolean isBeside() {
        return this != S1;
    }

    /** Whether a pass writes all columns of the rows that changed to their blocks. */
    public boolean isMerging() {
        return this != S3_IS;
    }

    /** How many deltas it may need at the most. */
    public int deltas() {
        return switch (this) {
            case S1 -> 1;
            case S2 -> 2;
            case S3_IS -> 3;
        };
    }

    /** As options and clients write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
