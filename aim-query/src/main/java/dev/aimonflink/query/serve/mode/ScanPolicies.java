package dev.aimonflink.query.serve.mode;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import java.util.List;
import java.util.Locale;

/** The policies that choose the mode of a pass. */
public enum ScanPolicies {
    PAPER,
    COST;

    /** @throws InvalidInputException if no policy has this {@link #label()} */
    public static ScanPolicies of(String option, String label) {
        return Labels.find(
                label,
                List.of(values()),
                ScanPolicies::label,
                option + "=" + label + " is no way to choose where scans run. Use one of ");
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * For one partition.
     *
     * @param hasIdleCore whether a thread beside the partition's has a core
     */
    public ScanPolicy open(boolean hasIdleCore, PaperPolicy paper) {
        return switch (this) {
            case PAPER -> paper;
            case COST -> new CostPolicy(hasIdleCore);
        };
    }
}
