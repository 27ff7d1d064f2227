package dev.aimonflink.matrix.model;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * A function over the events of a window. The first five are stored; the others are computed from them when an entity is
 * looked at. The order is that of columns.
 */
public enum EventFunction {
    COUNT,
    SUM,
    MIN,
    MAX,
    /** Sums of squares. A model does not name them: they are stored for deviations and variances. */
    SQUARES,
    AVG,
    STDEV,
    VAR;

    /** Those that a model names. */
    public static Set<EventFunction> named() {
        return EnumSet.complementOf(EnumSet.of(SQUARES));
    }

    /** As in a model. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isStored() {
        return compareTo(SQUARES) <= 0;
    }

    /** The stored functions that its value comes from, without the count of events. */
    public Set<EventFunction> stored() {
        return switch (this) {
            case AVG -> EnumSet.of(SUM);
            case STDEV, VAR -> EnumSet.of(SUM, SQUARES);
            default -> EnumSet.of(this);
        };
    }
}
