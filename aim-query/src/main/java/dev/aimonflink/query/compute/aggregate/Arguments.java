package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.sql.bind.Bound;

/** Compiles what aggregates take for vectors. */
public interface Arguments {
    /** @param isOrdered whether the numbers must be in the order of the values */
    Argument argument(Bound bound, boolean isOrdered);

    /** The rows in which an argument is null; null if there is none. */
    int[] nulls(Argument argument);

    /** The same for an expression whose values are not needed. */
    int[] nulls(Bound bound);

    /** @param nulls the rows to leave out, or null */
    Selection selection(Bound filter, int[] nulls);

    boolean areGrouped();
}
