package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.sql.bind.Bound;

/** Compiles for vectors what aggregates take. */
public interface Arguments {
    /** @param isOrdered whether the order of the numbers has to be that of the values */
    Argument argument(Bound bound, boolean isOrdered);

    /** The rows in which an argument is null; null if there is none. */
    int[] nulls(Argument argument);

    /** The same of an expression whose values are not asked for. */
    int[] nulls(Bound bound);

    /**
     * The rows that a call takes.
     *
     * @param filter null for all
     * @param nulls the rows to leave out, or null
     */
    Selection selection(Bound filter, int[] nulls);

    boolean areGrouped();
}
