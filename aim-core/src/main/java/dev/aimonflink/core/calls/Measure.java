package dev.aimonflink.core.calls;

import java.util.Locale;

/** The property of a call that is aggregated. */
public enum Measure {
    CALLS,
    DURATION,
    COST;

    /** As in a schema file. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
