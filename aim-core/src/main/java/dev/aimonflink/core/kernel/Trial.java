package dev.aimonflink.core.kernel;

import java.util.Locale;

/**
 * A loop that has a scalar and a vector twin, with a trial run.
 *
 * @param <T> what has the loop as a method; an enumeration of its loops implements this
 */
interface Trial<T> {
    String name();

    /** Its place among the loops of its kind. */
    int ordinal();

    /** Runs the loop over the first rows of a block, and returns a number that depends on the result. */
    long run(T loops, TrialBlock block, int rows);

    /** As shown in logs. */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
