package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.function.Function;

/** A column with cells of 32 bits, see {@link Block#ints(IntHandle)}. */
public final class IntHandle extends ColumnHandle {
    IntHandle(int index, StoredColumn column) {
        super(index, column);
    }

    @Override
    public <T> T map(
            Function<IntHandle, T> ofInts, Function<LongHandle, T> ofLongs, Function<DoubleHandle, T> ofDoubles) {
        return ofInts.apply(this);
    }
}
