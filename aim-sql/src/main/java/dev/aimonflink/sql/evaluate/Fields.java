package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.pattern.Work;

/**
 * The values of one row as primitives, depending on the column's type:
 *
 * <ul>
 *   <li>0 and 1 for a boolean,
 *   <li>the number for integers, and the number without its point for a limited numeric,
 *   <li>{@link Double#doubleToRawLongBits} for a double,
 *   <li>the index of its label for an enumeration,
 *   <li>milliseconds since 1970 for a time.
 * </ul>
 *
 * Only texts are objects.
 */
public interface Fields extends Work {
    boolean isNull(int column);

    /** For a column that is neither null nor a text. */
    long bits(int column);

    /** For a text column that is not null. */
    String text(int column);
}
