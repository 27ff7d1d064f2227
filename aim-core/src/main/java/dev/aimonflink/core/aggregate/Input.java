package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.program.Selection;
import dev.aimonflink.core.program.Value;

/**
 * What an aggregate takes of a vector.
 *
 * @param selection the rows for which its filter is true and its argument is not null
 * @param argument null if it only counts, or if the argument is null in every row
 * @param order of {@code arg_max} and {@code arg_min}: by what the row is chosen; null for others
 */
public record Input(Selection selection, Value argument, Value order) {}
