package dev.aimonflink.query.serve.mode;

import java.util.Locale;

/** Where passes run, named after Adaptive HTAP's states. */
public enum ScanMode {
    /** On the task's thread, in slices between events. */
    S1,

    /** On a thread beside it, which merges the changed rows before it reads. */
    S2,

    /** On a thread beside it, which copies only the columns that it reads of the changed rows. */
    S3_IS,

    /** Like that, with the task's thread taking some blocks when it is idle. */
    S3_NI;

    public boolean isBeside() {
        return this != S1;
    }

    public boolean isMerging() {
        return this == S1 || this == S2;
    }

    boolean isOnTask() {
        return this == S1 || this == S3_NI;
    }

    public boolean isHelped() {
        return this == S3_NI;
    }

    public int deltas() {
        return switch (this) {
            case S1 -> 1;
            case S2 -> 2;
            case S3_IS, S3_NI -> 3;
        };
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
