package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.function.Function;

/**
 * Names a column of a {@link ColumnSet} in every {@link Block}. A scan gets its handles by name when it opens, so that a block finds
 * a column's array by an index. Each kind of cells has its own handle, because each is numbered from 0: an index of one kind would
 * be a wrong column of another.
 */
public abstract sealed class ColumnHandle permits IntHandle, LongHandle, DoubleHandle {
    private final int index;
    private final StoredColumn column;

    ColumnHandle(int index, StoredColumn column) {
        this.index = index;
        this.column = column;
    }

    static ColumnHandle of(int index, StoredColumn column) {
        if (column.isInt()) {
            return new IntHandle(index, column);
        }
        return column.kind().isDouble() ? new DoubleHandle(index, column) : new LongHandle(index, column);
    }

    final int index() {
        return index;
    }

    /** What the cells are of: the function, the field, the value over no events. */
    public final StoredColumn column() {
        return column;
    }

    /** Applies the function of its kind: for queries that know a column only by its name. */
    public abstract <T> T map(
            Function<IntHandle, T> ofInts, Function<LongHandle, T> ofLongs, Function<DoubleHandle, T> ofDoubles);

    @Override
    public final String toString() {
        return column.name();
    }
}
