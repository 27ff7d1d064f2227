package dev.aimonflink.query.serve.schedule;

import java.util.Locale;

/** Where passes run. The names are those of Adaptive HTAP's states. */
public enum ScanMode {
    /** On the task's thread, in slices between events. */
    S1,

    /** On a thread beside it, which merges the rows that changed before it reads. */
    S2,

    /** On a thread beside it, which copies only those columns of the rows that changed which it reads. */
    S3_IS,

    /** As that, and the task's thread takes some of the blocks, when it has nothing else to do. */
    S3_NI;

    /** Whether a pass runs on a thread beside the task's. */
    public boolean isBeside() {
        return this != S1;
    }

    /** Whether a pass writes all columns of the rows that changed to their blocks. */
    public boolean isMerging() {
        return this == S1 || this == S2;
    }

    /** Whether the task's thread scans. */
    boolean isOnTask() {
        return this == S1 || this == S3_NI;
    }

    /** Whether the task's thread helps a thread beside it. */
    public boolean isHelped() {
        return this == S3_NI;
    }

    /** How many deltas it may need at the most. */
    public int deltas() {
        return switch (this) {
            case S1 -> 1;
            case S2 -> 2;
            case S3_IS, S3_NI -> 3;
        };
    }

    /** As options and clients write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
