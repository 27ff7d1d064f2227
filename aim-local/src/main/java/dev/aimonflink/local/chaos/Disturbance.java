package dev.aimonflink.local.chaos;

import java.util.Locale;

/** What happens to the job besides being killed. */
enum Disturbance {
    /** It stops with a savepoint and goes on with another parallelism. */
    RESCALE,
    /** Days turn, and once a week, while passes are under way. */
    TURN,
    /** It stops with a savepoint and goes on with another schema. */
    SCHEMA;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
