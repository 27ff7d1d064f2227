package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.row.EntityBytes;
import dev.aimonflink.query.setup.KeptColumns;
import java.util.ArrayList;
import java.util.List;

/** The memory and disk that a model's entities take, by the formulas of {@code docs/operations.md#sizing}. */
public record MemoryNeeds(Model model, long entities, int partitions) {
    private static final long MOST_ENTITIES = 1_000_000_000_000L;
    private static final int MOST_PARTITIONS = 1 << 15;
    private static final double HEAP_OF_LIVE_DATA = 1.6;
    private static final int CHECKPOINTS_KEPT = 3;
    private static final long MEBIBYTE = 1 << 20;

    public MemoryNeeds {
        Limits.requireWithin("entities", entities, 1, MOST_ENTITIES);
        Limits.requireWithin("partitions", partitions, 1, MOST_PARTITIONS);
    }

    /** With the columns that a job keeps by default. */
    public Section section() {
        MatrixSchema schema = MatrixSchema.of(model);
        ColumnSet columns = new ColumnSet(schema, KeptColumns.of(schema, ModelSize.KEPT));
        long record = EntityBytes.ofRecord(columns);
        long row = EntityBytes.ofRow(columns);
        long stored = schema.layout().bytes();
        List<List<Object>> rows = new ArrayList<>();
        rows.add(needed("records", record));
        rows.add(needed("the " + columns.size() + " columns kept for SQL", row));
        rows.add(needed("heap of all TaskManagers, 1.6 times both", heap(record, row)));
        rows.add(needed("a checkpoint, at most: small numbers take less", stored));
        rows.add(needed("store of checkpoints: the last two, and one being written", CHECKPOINTS_KEPT * stored));
        return new Section(List.of("needed", "bytes of an entity", "MiB", "MiB of a partition"), rows);
    }

    /** The heap of all TaskManagers. */
    public long heapBytes() {
        MatrixSchema schema = MatrixSchema.of(model);
        ColumnSet columns = new ColumnSet(schema, KeptColumns.of(schema, ModelSize.KEPT));
        return entities * heap(EntityBytes.ofRecord(columns), EntityBytes.ofRow(columns));
    }

    private static long heap(long record, long row) {
        return (long) (HEAP_OF_LIVE_DATA * (record + row));
    }

    private List<Object> needed(String what, long bytesOfAnEntity) {
        double all = (double) bytesOfAnEntity * entities / MEBIBYTE;
        return List.of(what, bytesOfAnEntity, (long) Math.ceil(all), (long) Math.ceil(all / partitions));
    }
}
