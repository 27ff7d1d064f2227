package dev.aimonflink.clients.query;

import dev.aimonflink.matrix.model.Labels;
import java.util.List;
import java.util.Locale;

/** The ranges from which the benchmark's numbers are drawn. */
public enum ParameterRanges {
    PAPER,
    /** As in the code of the original implementation. */
    TELL;

    /** Inclusive. */
    record Range(long lowest, long highest) {}

    public static ParameterRanges of(String label) {
        String otherwise = "profile=" + label + " is none. Give one of ";
        return Labels.find(label, List.of(values()), ParameterRanges::label, otherwise);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Null for a parameter without a range. */
    Range range(String parameter) {
        return switch (parameter) {
            case "alpha" -> this == PAPER ? new Range(0, 2) : new Range(2, 10);
            case "beta" -> this == PAPER ? new Range(2, 5) : new Range(2, 10);
            case "gamma" -> new Range(2, 10);
            case "delta" -> this == PAPER ? new Range(20, 150) : new Range(200_000, 1_500_000);
            default -> null;
        };
    }
}
