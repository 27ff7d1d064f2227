package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.model.EventValues;

/** How an event changes the cells of a filter that holds for it, in the windows that contain it. Windows are a set of bits, by index in the model. */
interface FilterSteps {
    /**
     * Returns a negative number if a count or an exact sum would overflow.
     *
     * @param intRun where the filter's cells begin in the ints
     * @param longRun where they begin in the longs
     */
    long signsAfter(int[] ints, long[] longs, EventValues event, int intRun, int longRun, long windows);

    /** Counts an event that overflows nothing. */
    void add(int[] ints, long[] longs, EventValues event, int intRun, int longRun, long windows);
}
