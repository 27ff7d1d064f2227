package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnHandle;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Reads cells of a partition as its scans see them. */
final class CellsOfColumns implements Scannable {
    private final Map<String, StoredColumn> named;
    private final Map<EntityId, Map<String, Long>> seen = new HashMap<>();

    CellsOfColumns(Map<String, StoredColumn> named) {
        this.named = named;
    }

    /** What the scan has seen. */
    Map<EntityId, Map<String, Long>> seen() {
        return seen;
    }

    @Override
    public Set<String> columns() {
        return named.keySet();
    }

    @Override
    public Scan open(ScanContext context) {
        return new Scan() {
            @Override
            public void scan(Block block, int rows) {
                for (int row = 0; row < rows; row++) {
                    Map<String, Long> cells = new LinkedHashMap<>();
                    for (String name : named.keySet()) {
                        cells.put(name, cell(context.columns().handle(name), block, row));
                    }
                    seen.put(context.keys().apply(block.ids()[row]), cells);
                }
            }

            @Override
            public Partial partial() {
                // The cells go another way.
                return Partial.of(new Counts().add(0));
            }
        };
    }

    private static long cell(ColumnHandle column, Block block, int row) {
        return column.map(
                ints -> (long) block.ints(ints)[row],
                longs -> block.longs(longs).get(row),
                doubles -> block.doubles(doubles)[row]);
    }

    /** The same of a record. */
    Map<String, Long> of(EntityRecord record) {
        Map<String, Long> cells = new LinkedHashMap<>();
        named.forEach((name, column) -> cells.put(name, column.cell(record.ints(), record.longs())));
        return cells;
    }
}
