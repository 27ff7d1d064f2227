package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.Labels;
import java.util.List;
import java.util.Locale;

/** What a job does if Kafka no longer has its next records of events or profiles. */
public enum LostOffsets {
    /** The job stops, and says what is lost. */
    STOP,
    /** The job continues at the first existing record, and counts what it skips. */
    SKIP;

    static LostOffsets of(String label) {
        String otherwise = AimOptions.LOST_OFFSETS.key() + "=" + label + " is no way to go on. Use one of ";
        return Labels.find(label, List.of(values()), LostOffsets::label, otherwise);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
