package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.pattern.Work;

/**
 * The values of one row, as primitive values. How one is represented depends on the type of its column:
 *
 * <ul>
 *   <li>0 and 1 for a boolean,
 *   <li>the number for integers, and the number without its point for a limited numeric,
 *   <li>{@link Double#doubleToRawLongBits} for a double,
 *   <li>the index of its label for an enumeration,
 *   <li>milliseconds since 1970 for a time.
 * </ul>
 *
 * Only a text is an object.
 */
public interface Fields extends Work {
    boolean isNull(int column);

    /** The value of a column that is neither null nor a text. */
    long bits(int column);

    /** The value of a column of texts that is not null. */
    String text(int column);
}
