package dev.aimonflink.bench.layout;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.setup.Catalogues;
import java.util.List;

/** A matrix of subscribers 0 to n-1 in one layout; all have a profile. */
public interface Layout {
    String ROWS = "rows";
    String COLUMNS = "columns";
    String PAX_16 = "pax-16";
    String PAX_64 = "pax-64";
    String PAX_1024 = "pax-1024";
    String OURS = "ours";

    /** Counts calls of today. Throws if it cannot count one. */
    void apply(Event[] calls);

    /** Forgets all calls. */
    void clear();

    /** @param query {@code q1} or {@code q7}, with default parameters */
    List<List<Object>> answer(String query);

    /** How many cells differ from what these calls come to. */
    long differences(CallTotals calls);

    static Layout of(String label, MatrixSchema schema, Kernels kernels, int subscribers) {
        return switch (label) {
            case ROWS -> new Rows(schema, subscribers);
            case COLUMNS -> new PureColumns(schema, kernels, subscribers);
            case PAX_16 -> new PaxBlocks(schema, kernels, subscribers, 16);
            case PAX_64 -> new PaxBlocks(schema, kernels, subscribers, 64);
            case PAX_1024 -> new PaxBlocks(schema, kernels, subscribers, 1024);
            case OURS -> new RecordStore(schema, Catalogues.scannedColumns(schema), kernels, subscribers);
            default -> throw new IllegalArgumentException("There is no layout '" + label + "'.");
        };
    }
}
