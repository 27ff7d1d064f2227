package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.List;

/**
 * Where blocks with other columns have theirs from: blocks that are kept, or else others that have arrived.
 *
 * @param ints by int column, its index there
 * @param longs by long column
 */
record ColumnOrigins(ColumnSet to, ColumnSet kept, int[] ints, int[] longs) {
    static ColumnOrigins of(ColumnSet to, ColumnSet kept, ColumnSet arrivedOrNull) {
        return new ColumnOrigins(
                to, kept, indexes(to.ints(), kept, arrivedOrNull), indexes(to.longs(), kept, arrivedOrNull));
    }

    private static int[] indexes(List<StoredColumn> columns, ColumnSet kept, ColumnSet arrivedOrNull) {
        return columns.stream()
                .mapToInt(column -> has(kept, column) ? kept.indexOf(column) : arrivedOrNull.indexOf(column))
                .toArray();
    }

    private static boolean has(ColumnSet columns, StoredColumn column) {
        return columns.indexOf(column) != ColumnSet.NO_COLUMN;
    }

    boolean isIntKept(int column) {
        return has(kept, to.ints().get(column));
    }

    boolean isLongKept(int column) {
        return has(kept, to.longs().get(column));
    }
}
