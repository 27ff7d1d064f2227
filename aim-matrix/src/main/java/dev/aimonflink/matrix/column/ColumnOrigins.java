package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.List;

/**
 * Where blocks with other columns have theirs from: an index in the blocks that are kept, or the {@code ~} of one in blocks that have
 * arrived.
 *
 * @param ints by int column
 * @param longs by long column
 */
record ColumnOrigins(ColumnSet to, int[] ints, int[] longs) {
    static ColumnOrigins of(ColumnSet to, ColumnSet kept, ColumnSet arrivedOrNull) {
        return new ColumnOrigins(to, indexes(to.ints(), kept, arrivedOrNull), indexes(to.longs(), kept, arrivedOrNull));
    }

    private static int[] indexes(List<StoredColumn> columns, ColumnSet kept, ColumnSet arrivedOrNull) {
        return columns.stream()
                .mapToInt(column -> kept.contains(column.name())
                        ? kept.handle(column.name()).index()
                        : ~arrivedOrNull.handle(column.name()).index())
                .toArray();
    }
}
