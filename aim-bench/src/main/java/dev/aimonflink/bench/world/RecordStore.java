package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.query.partition.Partition;
import dev.aimonflink.query.pass.Part;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Collection;
import java.util.List;

/**
 * A partition with subscribers 0 to n-1, who all have a profile. Records are in a plain map, where the job has Flink's keyed
 * state.
 */
public final class RecordStore {
    private final int subscribers;
    private final Matrix matrix;
    private final Partition partition;
    private final Long2ObjectOpenHashMap<EntityRecord> records;
    private final EntityRecord noCalls;
    private final DeclaredEvent event = CallModel.newEvent();

    public RecordStore(MatrixSchema schema, Collection<String> columns, Kernels kernels, int subscribers) {
        this.subscribers = subscribers;
        records = new Long2ObjectOpenHashMap<>(subscribers);
        matrix = new Matrix(schema, columns, kernels, new Part.Source(0, 1, 0), records::get);
        partition = matrix.partition();
        noCalls = partition.newRecord(0);
        ModelProfileGenerator profiles = profiles();
        for (int id = 0; id < subscribers; id++) {
            EntityRecord record = partition.newRecord(id);
            partition.apply(record, profiles.profile(id).attributes());
            records.put(id, record);
        }
    }

    /** Generates the profiles of all subscribers. */
    public static ModelProfileGenerator profiles() {
        return ModelProfileGenerator.ofSubscribers(Population.SEED);
    }

    public Matrix matrix() {
        return matrix;
    }

    public Partition partition() {
        return partition;
    }

    /** Counts calls of today. */
    public void apply(Event[] calls) {
        for (Event call : calls) {
            apply(call);
        }
    }

    /** Counts one call. */
    public void apply(Event call) {
        CallModel.fill(event, call);
        if (partition.apply(records.get(call.subscriberId()), event) != Effect.APPLIED) {
            throw new IllegalStateException("Not counted: " + call);
        }
    }

    /** Forgets all calls. Allocates nothing, because profilers count it. */
    public void clear() {
        for (int id = 0; id < subscribers; id++) {
            EntityRecord record = records.get(id);
            System.arraycopy(noCalls.ints(), 0, record.ints(), 0, noCalls.ints().length);
            System.arraycopy(noCalls.longs(), 0, record.longs(), 0, noCalls.longs().length);
            partition.apply(record, record.attributes());
        }
    }

    /** How many cells of records and columns differ from what these calls come to. */
    public long differences(CallTotals calls) {
        List<StoredColumn> aggregates = matrix.schema().columns();
        int[] slots = aggregates.stream().mapToInt(StoredColumn::slot).toArray();
        long wrongCells = partition.verify();
        return wrongCells
                + calls.differences(aggregates, slots, (id, aggregate, slot) -> {
                    EntityRecord record = records.get(id);
                    return !aggregate.isInt() ? record.longs()[slot] : record.ints()[slot];
                });
    }
}
