package dev.aimonflink.matrix.model;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * A function over the events of a window. The first five are stored; the others are computed from them when an entity is read. In the order
 * of columns.
 */
public enum EventFunction {
    COUNT,
    SUM,
    MIN,
    MAX,
    /** Sums of squares, stored for deviations and variances; models do not name them. */
    SQUARES,
    AVG,
    STDEV,
    VAR;

    public static Set<EventFunction> named() {
        return EnumSet.complementOf(EnumSet.of(SQUARES));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isStored() {
        return compareTo(SQUARES) <= 0;
    }

    /** The stored functions that its value comes from, except the count of events. */
    public Set<EventFunction> stored() {
        return switch (this) {
            case AVG -> EnumSet.of(SUM);
            case STDEV, VAR -> EnumSet.of(SUM, SQUARES);
            default -> EnumSet.of(this);
        };
    }
}
