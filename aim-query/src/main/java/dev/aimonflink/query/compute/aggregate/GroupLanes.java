package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import java.util.List;

/**
 * The groups of all rows of a vector, for loops that scan them for some groups at a time.
 *
 * @param ids the column of the groups
 * @param tested ranges that rows must be in; if there are any, nothing else is tested
 */
public record GroupLanes(VectorCells ids, int first, int last, List<Between> tested) {
    public static final int MAX_TESTED = 2;

    /** Fills in the group of each row, or -1 if it is not selected. */
    void fill(int[] lanes, int[] mask, Primitives primitives, int rows) {
        if (tested.isEmpty()) {
            primitives.groupOrNone(ids.ints, ids.at, mask, lanes, 0, rows);
            return;
        }
        primitives.groupWhere(ids, tested.get(0), tested.get(tested.size() - 1), lanes, 0, rows);
    }
}
