package dev.aimonflink.core.vector;

import dev.aimonflink.sql.bind.Bound;
import java.util.List;

/**
 * Which rows are kept: the first different ones in the order of their values.
 *
 * @param values of a row, none of which is computed for rows that are dropped. The first one sorts the rows before all others.
 * @param rows how many different ones are kept, at least one
 */
public record FirstRows(List<Bound> values, boolean isDescending, boolean nullsFirst, int rows) {
    Bound key() {
        return values.get(0);
    }
}
