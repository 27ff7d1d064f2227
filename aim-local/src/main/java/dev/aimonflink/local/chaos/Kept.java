package dev.aimonflink.local.chaos;

import dev.aimonflink.core.layout.MatrixSchema;
import org.apache.flink.configuration.ConfigOption;

/** What the job keeps: a schema of calls, or a model of other events. */
interface Kept {
    /** As the job reads it from a file. */
    String yaml();

    MatrixSchema matrix();

    /** The option of the job that names the file. */
    ConfigOption<String> option();
}
