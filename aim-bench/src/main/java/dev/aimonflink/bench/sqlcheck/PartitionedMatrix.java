package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.bench.world.AskedPartitions;
import dev.aimonflink.bench.world.Moment;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.partition.Partition;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.request.ScanQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a world in some partitions, whose parts travel as bytes and are merged. */
final class PartitionedMatrix {
    private final AskedPartitions asked;
    private final List<Map<EntityId, EntityRecord>> stores = new ArrayList<>();

    PartitionedMatrix(RandomWorld world, int count, Kernels kernels) {
        MatrixSchema schema = world.schema();
        ColumnSet all = new ColumnSet(
                schema, schema.columns().stream().map(StoredColumn::name).toList());
        asked = new AskedPartitions(schema);
        for (int i = 0; i < count; i++) {
            stores.add(new HashMap<>());
            int index = i;
            asked.add(answers -> new Partition(
                    new Part.Source(index, count, 0),
                    new PartitionSettings(all, world.files(), Moment.ZONE, kernels),
                    stores.get(index)::get,
                    AskedPartitions.CLOCKS,
                    answers));
        }
    }

    int partitions() {
        return asked.all().size();
    }

    /** All partitions know the time of an event, so that the same events are late in each matrix. */
    void apply(DeclaredEvent event) {
        advanceTo(event.timestampMs());
        int owner = ownerOf(event.key());
        EntityRecord record = recordOf(event.key(), owner);
        asked.all().get(owner).apply(record, event);
        stores.get(owner).put(event.key(), record);
    }

    void apply(EntityId key, Attributes attributes) {
        int owner = ownerOf(key);
        EntityRecord record = recordOf(key, owner);
        asked.all().get(owner).apply(record, attributes);
        stores.get(owner).put(key, record);
    }

    void advanceTo(long timeMs) {
        asked.all().forEach(partition -> partition.advanceTo(timeMs));
    }

    private int ownerOf(EntityId key) {
        return Math.floorMod(key.hashCode() * 0x9E3779B9, asked.all().size());
    }

    private EntityRecord recordOf(EntityId key, int owner) {
        EntityRecord stored = stores.get(owner).get(key);
        return stored == null ? asked.all().get(owner).newRecord(key) : stored;
    }

    /** Asks in small steps, and lets time go on behind one of them. Null if the pass has fewer. */
    QueryResult askAndTurn(ScanQuery query, int steps, long timeMs) {
        int[] run = {0};
        QueryResult result = asked.ask(query, () -> {
            if (run[0]++ == steps) {
                advanceTo(timeMs);
            }
        });
        return run[0] > steps ? result : null;
    }

    QueryResult ask(ScanQuery query) {
        return asked.ask(query);
    }
}
