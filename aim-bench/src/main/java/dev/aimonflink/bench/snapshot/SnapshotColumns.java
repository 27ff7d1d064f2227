package dev.aimonflink.bench.snapshot;

import dev.aimonflink.matrix.column.ColumnHandle;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.List;

/**
 * The kept columns in order, and the number of rows. All cells have 32 bits, as in a block without large values, and belong to windows that
 * do not slide.
 */
record SnapshotColumns(ColumnSet set, List<ColumnHandle> handles, int rows) {
    StoredColumn column(int place) {
        return handles.get(place).column();
    }

    int count() {
        return handles.size();
    }

    int cell(int place, EntityRecord record) {
        return narrowed(column(place).cell(record.ints(), record.longs()));
    }

    /** As a block narrows the value over no events. */
    static int narrowed(long cell) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, cell));
    }
}
