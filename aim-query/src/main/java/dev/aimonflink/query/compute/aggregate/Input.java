package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.query.compute.program.Value;

/**
 * What an aggregate takes of a vector.
 *
 * @param selection the rows whose filter is true and whose argument is not null
 * @param argument null if it only counts
 * @param order what {@code arg_max} and {@code arg_min} choose the row by; null for others
 */
public record Input(Selection selection, Argument argument, Argument order) {
    /** The argument's values; null if there is none or it is null in every row. */
    public Value values() {
        return argument == null ? null : argument.value();
    }
}
