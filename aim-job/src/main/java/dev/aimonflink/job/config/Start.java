package dev.aimonflink.job.config;

import dev.aimonflink.core.model.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where a job without state begins in the topics of events and subscribers. */
public enum Start {
    /** At the first record, unless its group has read the topic before: then it refuses. */
    AUTO,
    /** At the first record that Kafka has. */
    EARLIEST,
    /** Where its group left off, else at the first record. */
    COMMITTED;

    static Start of(String label) {
        for (Start start : values()) {
            if (start.label().equals(label)) {
                return start;
            }
        }
        throw new InvalidInputException(AimOptions.START.key() + "=" + label + " is no place to start. Use one of "
                + Arrays.stream(values()).map(Start::label).collect(Collectors.joining(", ")) + ".");
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
