package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.Labels;
import java.util.List;
import java.util.Locale;

/** Where a job without state begins in the topics of events and profiles. */
public enum Start {
    /** At the first record, unless its group has read the topic before: then it refuses. */
    AUTO,
    /** At the first existing record. */
    EARLIEST,
    /** Where its group left off, else at the first record. */
    COMMITTED,
    /** At the first event that may count in a present window, and at the first profile. */
    WINDOW;

    static Start of(String label) {
        String otherwise = AimOptions.START.key() + "=" + label + " is no place to start. Use one of ";
        return Labels.find(label, List.of(values()), Start::label, otherwise);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
