package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.query.compute.program.Value;

/**
 * What an aggregate takes of a vector.
 *
 * @param selection the rows for which its filter is true and its argument is not null
 * @param argument null if it only counts
 * @param order of {@code arg_max} and {@code arg_min}: by what the row is chosen; null for others
 */
public record Input(Selection selection, Argument argument, Argument order) {
    /** Of the argument; null if there is none, or if it is null in every row. */
    public Value values() {
        return argument == null ? null : argument.value();
    }
}
