package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.function.Function;

/**
 * Names a column of a {@link ColumnSet} in every {@link Block}. A scan looks up its handles by name when it opens, so that a block finds a
 * column's array by index. Each kind of cells is numbered from 0 and so has its own handle: an index of one kind would be a wrong column of
 * another.
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

    public final StoredColumn column() {
        return column;
    }

    /** Applies the function for its kind, in queries that know a column only by name. */
    public abstract <T> T map(
            Function<IntHandle, T> ofInts, Function<LongHandle, T> ofLongs, Function<DoubleHandle, T> ofDoubles);

    @Override
    public final String toString() {
        return column.name();
    }
}
