package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.bench.world.Moment;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.matrix.Asker;
import dev.aimonflink.core.matrix.ColumnSet;
import dev.aimonflink.core.matrix.EntityRecord;
import dev.aimonflink.core.matrix.Part;
import dev.aimonflink.core.matrix.Partition;
import dev.aimonflink.core.matrix.PartitionClocks;
import dev.aimonflink.core.matrix.PartitionSettings;
import dev.aimonflink.core.matrix.UpdateHook;
import dev.aimonflink.core.model.Attributes;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.query.Answer;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.Request;
import dev.aimonflink.core.query.ScanQuery;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.StoredColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a world in some partitions, whose parts travel as bytes and are merged. */
final class PartitionedMatrix {
    private static final Request REQUEST = new Request("request", "r", "client", AskedQuery.withDefaults("sql"), 0);

    private final Answer answer;
    private final List<Partition> partitions = new ArrayList<>();
    private final List<Map<EntityId, EntityRecord>> stores = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    PartitionedMatrix(RandomWorld world, int count, Kernels kernels) {
        MatrixSchema schema = world.schema();
        ColumnSet all = new ColumnSet(
                schema, schema.columns().stream().map(StoredColumn::name).toList());
        answer = new Answer(schema, Moment.ZONE, "events");
        for (int i = 0; i < count; i++) {
            stores.add(new HashMap<>());
            partitions.add(new Partition(
                    new Part.Source(i, count, 0),
                    new PartitionSettings(all, world.files(), Moment.ZONE, kernels),
                    stores.get(i)::get,
                    UpdateHook.NONE,
                    PartitionClocks.SYSTEM,
                    parts::add));
        }
    }

    int partitions() {
        return partitions.size();
    }

    /** All partitions know the time of an event, so that the same events are late in each matrix. */
    void apply(DeclaredEvent event) {
        advanceTo(event.timestampMs());
        int owner = ownerOf(event.key());
        EntityRecord record = recordOf(event.key(), owner);
        partitions.get(owner).apply(record, event);
        stores.get(owner).put(event.key(), record);
    }

    void apply(EntityId key, Attributes attributes) {
        int owner = ownerOf(key);
        EntityRecord record = recordOf(key, owner);
        partitions.get(owner).apply(record, attributes);
        stores.get(owner).put(key, record);
    }

    void advanceTo(long timeMs) {
        partitions.forEach(partition -> partition.advanceTo(timeMs));
    }

    private int ownerOf(EntityId key) {
        return Math.floorMod(key.hashCode() * 0x9E3779B9, partitions.size());
    }

    private EntityRecord recordOf(EntityId key, int owner) {
        EntityRecord stored = stores.get(owner).get(key);
        return stored == null ? partitions.get(owner).newRecord(key) : stored;
    }

    QueryResult ask(ScanQuery query) {
        parts.clear();
        for (Partition partition : partitions) {
            partition.submit(new Asker("request", "client", Long.MAX_VALUE), query);
            while (partition.hasWork()) {
                partition.runSlice(Long.MAX_VALUE);
            }
        }
        return answer.of(REQUEST, query, List.copyOf(parts), 0);
    }
}
