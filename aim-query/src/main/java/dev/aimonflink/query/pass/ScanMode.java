package dev.aimonflink.query.pass;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import java.util.List;
import java.util.Locale;

/** Where passes run. The names are those of Adaptive HTAP's states. */
public enum ScanMode {
    /** On the task's thread, in slices between events. */
    S1,

    /** On a thread beside it, which merges the rows that changed before it reads. */
    S2,

    /** On a thread beside it, which copies only those columns of the rows that changed which it reads. */
    S3_IS;

    /**
     * The mode with this {@link #label()}.
     *
     * @param option the name under which it is given
     * @throws InvalidInputException if there is none
     */
    public static ScanMode of(String option, String label) {
        return Labels.find(
                label, List.of(values()), ScanMode::label, option + "=" + label + " is no way to scan. Use one of ");
    }

    /** Whether a pass runs on a thread beside the task's. */
    public boolean isBeside() {
        return this != S1;
    }

    /** Whether a pass writes all columns of the rows that changed to their blocks. */
    boolean isMerging() {
        return this != S3_IS;
    }

    /** As options and clients write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
