package dev.aimonflink.lab.disturbance;

import java.util.Locale;

/** What happens to the job besides kills. */
public enum Disturbance {
    RESCALE,
    /** Days and a week end while passes run. */
    TURN,
    /** The job stops with a savepoint and continues with another schema. */
    SCHEMA;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
