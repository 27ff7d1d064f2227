package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.function.Function;

/** A column of doubles, see {@link Block#doubles(DoubleHandle)}. */
public final class DoubleHandle extends ColumnHandle {
    DoubleHandle(int index, StoredColumn column) {
        super(index, column);
    }

    @Override
    public <T> T map(
            Function<IntHandle, T> ofInts, Function<LongHandle, T> ofLongs, Function<DoubleHandle, T> ofDoubles) {
        return ofDoubles.apply(this);
    }
}
