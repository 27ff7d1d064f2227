package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.RecordStore;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.setup.Catalogues;
import java.util.Map;

/** This project: one partition on one thread, its records in a plain map, as in the benchmark of updates by JMH. */
record EngineCounter(RecordStore store) implements CallCounter {
    EngineCounter(MatrixSchema schema, int subscribers) {
        this(new RecordStore(
                schema, Catalogues.scannedColumns(schema), KernelChoice.chosen().kernels(), subscribers));
    }

    @Override
    public String name() {
        return "aim";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of();
    }

    @Override
    public String method() {
        return "each call by itself into record and scanned columns, on one thread; windows are looked at";
    }

    @Override
    public void count(Event[] calls) {
        store.apply(calls);
    }

    @Override
    public long differences(CallTotals calls) {
        return store.differences(calls);
    }

    @Override
    public void close() {
        // It holds memory only.
    }
}
