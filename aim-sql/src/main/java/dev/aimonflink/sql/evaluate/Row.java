package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.pattern.Work;

/** The values of one row, as objects. */
@FunctionalInterface
public interface Row extends Work {
    /** As {@link dev.aimonflink.sql.bind.Bound} represents it; null for null. */
    Object value(int column);

    /** The values are not copied. */
    static Row of(Object... values) {
        return column -> values[column];
    }
}
