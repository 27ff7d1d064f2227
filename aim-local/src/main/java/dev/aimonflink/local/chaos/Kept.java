package dev.aimonflink.local.chaos;

import dev.aimonflink.core.layout.MatrixSchema;

/** What the job keeps: a model of calls or of other events. */
interface Kept {
    /** As the job reads it from a file. */
    String yaml();

    MatrixSchema matrix();
}
