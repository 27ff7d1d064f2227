package dev.aimonflink.job.config;

import dev.aimonflink.core.model.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How often a record is written when the job restarts. */
public enum Delivery {
    /** Written at once, and possibly again after a restart. */
    AT_LEAST_ONCE,
    /** Written once, in a transaction that ends with the checkpoint. Readers of committed records see it then. */
    EXACTLY_ONCE;

    static Delivery of(String label) {
        for (Delivery delivery : values()) {
            if (delivery.label().equals(label)) {
                return delivery;
            }
        }
        throw new InvalidInputException(AimOptions.DEAD_LETTERS_DELIVERY.key() + "=" + label
                + " is no way of delivery. Use one of "
                + Arrays.stream(values()).map(Delivery::label).collect(Collectors.joining(", ")) + ".");
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
