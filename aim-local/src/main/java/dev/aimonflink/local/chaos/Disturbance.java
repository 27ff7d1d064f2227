package dev.aimonflink.local.chaos;

import java.util.Locale;

/** What happens to the job besides kills. */
enum Disturbance {
    RESCALE,
    /** Days and a week end while passes run. */
    TURN,
    /** The job stops with a savepoint and continues with another schema. */
    SCHEMA;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
