package dev.aimonflink.bench.layout;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.RecordStore;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.List;

/** Ours: a partition, with rows for the truth and columns beside them for what the catalogue scans. */
final class RowsAndColumns implements Layout {
    private final RecordStore store;

    RowsAndColumns(MatrixSchema schema, Kernels kernels, int subscribers) {
        store = new RecordStore(schema, new Catalogue(schema).scannedColumns(), kernels, subscribers);
    }

    @Override
    public void apply(Event[] calls) {
        store.apply(calls);
    }

    @Override
    public void clear() {
        store.clear();
    }

    @Override
    public List<List<Object>> answer(String query) {
        return store.matrix().answer(query);
    }

    @Override
    public long differences(CallTotals calls) {
        return store.differences(calls);
    }
}
