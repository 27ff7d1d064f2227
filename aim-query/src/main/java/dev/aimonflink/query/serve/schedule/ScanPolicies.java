package dev.aimonflink.query.serve.schedule;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import java.util.List;
import java.util.Locale;

/** By what the state of a pass is chosen. */
public enum ScanPolicies {
    PAPER,
    COST;

    /**
     * The one with this {@link #label()}.
     *
     * @param option the name under which it is given
     * @throws InvalidInputException if there is none
     */
    public static ScanPolicies of(String option, String label) {
        return Labels.find(
                label,
                List.of(values()),
                ScanPolicies::label,
                option + "=" + label + " is no way to choose where scans run. Use one of ");
    }

    /** As the option writes it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * For one partition.
     *
     * @param hasIdleCore whether a thread beside that of the partition has a core
     * @param paper the rule of the paper, as it is set
     */
    public ScanPolicy open(boolean hasIdleCore, PaperPolicy paper) {
        return switch (this) {
            case PAPER -> paper;
            case COST -> new CostPolicy(hasIdleCore);
        };
    }
}
