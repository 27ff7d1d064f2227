package dev.aimonflink.query.pass;

import java.util.Locale;

/** Where passes run. The names are those of Adaptive HTAP's states. */
public enum ScanMode {
    /** On the task's thread, in slices between events. */
    S1,

    /** On a thread beside it. */
    S2;

    /** As options and clients write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
