package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.function.Function;

/** A column of whole numbers of 64 bits, see {@link Block#longs(LongHandle)}. */
public final class LongHandle extends ColumnHandle {
    LongHandle(int index, StoredColumn column) {
        super(index, column);
    }

    @Override
    public <T> T map(
            Function<IntHandle, T> ofInts, Function<LongHandle, T> ofLongs, Function<DoubleHandle, T> ofDoubles) {
        return ofLongs.apply(this);
    }
}
