package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.ScanThread;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.VerifyColumns;
import dev.aimonflink.query.setup.Catalogues;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A partition of any model and its records, on the calling thread and without a job; all entities have a profile. */
public final class ModelMatrix implements Asking {
    private final MeasuredModel measured;
    private final MatrixSchema schema;
    private final HeapRecords records;
    private final Partition partition;
    private final ModelProfileGenerator profiles;
    private final EntityKeys keys;
    private final EntityRecord[] found = new EntityRecord[EventChunks.MAX_EVENTS];
    private Predicate<Part> takesFirst = part -> false;
    private Part answer;

    /** Keeps the compiler from omitting {@link Partition#touch}. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /** Creates a matrix without rows. */
    public ModelMatrix(MeasuredModel measured, Collection<String> columns, Kernels kernels, HeapRecords records) {
        this(measured, columns, kernels, records, null);
    }

    /**
     * As above, with passes on another thread.
     *
     * @param beside null for none
     */
    public ModelMatrix(
            MeasuredModel measured,
            Collection<String> columns,
            Kernels kernels,
            HeapRecords records,
            ScanThread beside) {
        this.measured = measured;
        this.records = records;
        schema = MatrixSchema.of(measured.model());
        partition = new Partition(
                new Part.Source(0, 1, 0),
                new PartitionSettings(new ColumnSet(schema, columns), measured.tables(), BenchTime.ZONE, kernels),
                records,
                PartitionClocks.SYSTEM,
                this::ended,
                beside);
        profiles = new ModelProfileGenerator(measured.model(), Population.SEED, measured.tables());
        keys = new EntityKeys(measured.model());
        partition.advanceTo(BenchTime.NOW_MS);
    }

    public Partition partition() {
        return partition;
    }

    /** Shows each part to another first; a part that it takes is no answer. */
    public void shownFirstTo(Predicate<Part> takes) {
        takesFirst = takes;
    }

    private void ended(Part part) {
        if (!takesFirst.test(part)) {
            answer = part;
        }
    }

    public EntityRecord newRow(long entity) {
        EntityRecord record = partition.newRecord(keys.id(entity));
        partition.apply(record, profiles.profile(entity).attributes());
        return record;
    }

    public void addRows(int entities) {
        for (int entity = 0; entity < entities; entity++) {
            records.store(newRow(entity));
        }
    }

    /** Counts an event of an entity whose record is in place. */
    public void apply(DeclaredEvent event) {
        apply(records.find(event), event);
    }

    /** Counts the first events of a chunk, whose records are in place: like a job, it first finds and touches all rows and records. */
    public void apply(DeclaredEvent[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            touched += partition.rowOf(chunk[i]);
        }
        for (int i = 0; i < count; i++) {
            found[i] = records.find(chunk[i]);
        }
        for (int i = 0; i < count; i++) {
            touched += partition.touch(found[i], chunk[i]);
        }
        for (int i = 0; i < count; i++) {
            apply(found[i], chunk[i]);
            partition.makeRoom();
        }
    }

    /** Counts an event in its entity's record, which the caller stores. */
    public void apply(EntityRecord record, DeclaredEvent event) {
        if (partition.apply(record, event) != Effect.APPLIED) {
            throw new IllegalStateException(
                    "Not counted: an event of " + event.key() + " at timestampMs=" + event.timestampMs());
        }
    }

    /** Queues a query for a pass that the caller runs in slices. */
    public void submit(Scannable query) {
        answer = null;
        partition.submit(new Asker("bench", "bench", Long.MAX_VALUE), query);
    }

    public boolean isAnswered() {
        return answer != null;
    }

    public Partial answer() {
        if (answer.error() != null) {
            throw new IllegalStateException("A query failed: " + answer.error());
        }
        return answer.readPartial();
    }

    /** Compares every column cell with its record, and a sample's entities with a recomputation from their events. */
    public AnswerComparison.Outcome compare(EventSample sample) {
        return new AnswerComparison(this, measured.model(), sample.recomputed(profiles))
                .run(List.of(), sample.entities(), partition.rows());
    }

    /** Answers the query for one entity, and the comparison of all cells. */
    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        Query query = Catalogues.of(schema).bind(call);
        Partial partial = query instanceof EntityQuery ofEntity
                ? look(ofEntity)
                : ((VerifyColumns) query).partial(partition.rows(), partition.verify());
        return CompletableFuture.completedFuture(new QueryResult(
                new QueryResult.Origin(call.query(), "bench", call.query()),
                QueryResult.Status.OK,
                new QueryResult.Table(query.answerColumns(), List.of(), query.answer(partial)),
                null,
                new QueryResult.Work(new QueryResult.Partitions(1, 1), partition.rows(), QueryResult.Timings.NONE),
                null));
    }

    private Partial look(EntityQuery query) {
        return part(query).readPartial();
    }

    /** Answers the query for one entity at once, as a job does. */
    public Part part(EntityQuery query) {
        return partition.parts().look("bench", query::partial, records.find(query.key()));
    }
}
