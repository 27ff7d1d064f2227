package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.RecordCodec;
import dev.aimonflink.matrix.record.SchemaEvolution;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.matrix.row.StoredRecords;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.SteppedScans;
import dev.aimonflink.query.serve.request.Answer;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.serve.request.VerifyColumns;
import dev.aimonflink.query.setup.Catalogues;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Several partitions that run as in a job: subscribers hash to partitions, turns and queries reach all of them,
 * partials travel as bytes and are merged in any order. Every other partition has the scalar kernels.
 *
 * <p>The state store of each partition is a map. It copies records on their way in and out, as a store of bytes does,
 * so that a partition that keeps a reference to one fails the test.
 */
public final class PartitionedMatrix {
    private final MatrixSchema schema;
    private final Collection<String> columns;
    private final ZoneId zone;
    private final EntityTables tables;
    private final RowLimits limits;
    private final Catalogue catalogue;
    private final Answer answer;
    private final List<Partition> partitions = new ArrayList<>();

    private final List<SteppedScans> scans = new ArrayList<>();

    private final List<Map<Long, EntityRecord>> stores = new ArrayList<>();
    private final Map<String, AskedQuery> calls = new HashMap<>();
    private final Map<String, List<Part>> parts = new HashMap<>();

    /** What is asked in second rounds. */
    private final Map<String, ScanQuery> seconds = new HashMap<>();

    /** The records that are removed, as they were. */
    private final List<EntityRecord> removed = new ArrayList<>();

    /** Goes on when it is read: which queries share a pass must not depend on how busy the machine is. */
    private long nanos;

    private final PartitionClocks clocks = new PartitionClocks(() -> nanos += 100, () -> nanos, () -> 0);

    private ScanMode mode;
    private int overflows;

    /** A matrix with the columns that the catalogue scans. */
    public PartitionedMatrix(MatrixSchema schema, int partitionCount, ZoneId zone, EntityTables tables) {
        this(schema, Catalogues.scannedColumns(schema), partitionCount, zone, tables);
    }

    public PartitionedMatrix(
            MatrixSchema schema, Collection<String> columns, int partitionCount, ZoneId zone, EntityTables tables) {
        this(schema, columns, partitionCount, zone, tables, RowLimits.NONE);
    }

    public PartitionedMatrix(
            MatrixSchema schema,
            Collection<String> columns,
            int partitionCount,
            ZoneId zone,
            EntityTables tables,
            RowLimits limits) {
        this(schema, columns, partitionCount, zone, tables, limits, ScanMode.S1);
    }

    /** @param mode where passes run */
    PartitionedMatrix(
            MatrixSchema schema,
            Collection<String> columns,
            int partitionCount,
            ZoneId zone,
            EntityTables tables,
            RowLimits limits,
            ScanMode mode) {
        this.limits = limits;
        this.schema = schema;
        this.columns = columns;
        this.zone = zone;
        this.tables = tables;
        this.catalogue = Catalogues.of(schema, tables, AnswerLimits.USUAL);
        this.answer = new Answer(schema, zone, "events");
        for (int i = 0; i < partitionCount; i++) {
            Map<Long, EntityRecord> store = new HashMap<>();
            stores.add(store);
            scans.add(new SteppedScans(clocks));
            partitions.add(new Partition(
                    new Part.Source(i, partitionCount, 0),
                    new PartitionSettings(
                            new ColumnSet(schema, columns),
                            tables,
                            zone,
                            i % 2 == 0 ? KernelChoice.chosen().kernels() : new ScalarKernels(),
                            limits),
                    new CopyingStore(store, removed),
                    clocks,
                    part -> parts.get(part.requestKey()).add(part),
                    scans.get(i).thread()));
        }
        mode(mode);
    }

    /** Where passes run from the next ones on. */
    void mode(ScanMode next) {
        mode = next;
        partitions.forEach(partition -> partition.queries().scheduler().set(next));
    }

    private record CopyingStore(Map<Long, EntityRecord> store, List<EntityRecord> removed) implements StoredRecords {
        @Override
        public EntityRecord find(EntityId key) {
            return copyOf(store.get(key.number()));
        }

        @Override
        public void remove(EntityId key) {
            removed.add(store.remove(key.number()));
        }
    }

    private static EntityRecord copyOf(EntityRecord stored) {
        return stored == null ? null : stored.copy();
    }

    // ---- updates

    /** Applies an event, unless it has a fault: such events do not reach a partition. */
    public void event(Event event) {
        if (event.fault().isPresent()) {
            return;
        }
        int owner = ownerOf(event.subscriberId());
        Partition partition = partitions.get(owner);
        EntityRecord record = recordFor(event.subscriberId(), owner);
        long turns = partition.turns();
        DeclaredEvent placed = CallModel.event(event);
        placed.clockMs(partition.nowMs());
        Effect outcome = partition.apply(record, placed);
        if (outcome == Effect.APPLIED) {
            stores.get(owner).put(event.subscriberId(), record.copy());
        } else if (outcome == Effect.OVERFLOW) {
            overflows++;
        }
        if (partition.turns() != turns) {
            advanceTo(event.timestampMs());
        }
    }

    public void profile(Profile profile) {
        apply(profile.subscriberId(), profile);
    }

    void clearProfile(long subscriberId) {
        apply(subscriberId, null);
    }

    private void apply(long subscriberId, Profile profileOrNull) {
        int owner = ownerOf(subscriberId);
        EntityRecord record = recordFor(subscriberId, owner);
        Effect outcome = partitions.get(owner).apply(record, CallProfiles.attributes(profileOrNull));
        if (outcome == Effect.APPLIED) {
            stores.get(owner).put(subscriberId, record.copy());
        } else if (outcome == Effect.FORGOTTEN) {
            remove(subscriberId, owner);
        }
    }

    private void remove(long subscriberId, int owner) {
        EntityRecord stored = stores.get(owner).remove(subscriberId);
        if (stored != null) {
            removed.add(stored);
        }
    }

    void forget(long subscriberId) {
        int owner = ownerOf(subscriberId);
        remove(subscriberId, owner);
        partitions.get(owner).forget(EntityId.of(subscriberId));
    }

    void advanceTo(long timeMs) {
        partitions.forEach(partition -> partition.advanceTo(timeMs));
    }

    private int ownerOf(long subscriberId) {
        return Math.floorMod(Long.hashCode(subscriberId * 0x9E3779B97F4A7C15L), partitions.size());
    }

    private EntityRecord recordFor(long subscriberId, int owner) {
        EntityRecord stored = stores.get(owner).get(subscriberId);
        return stored == null ? partitions.get(owner).newRecord(subscriberId) : stored.copy();
    }

    /** A new matrix that takes over from this one, as a job restored with another parallelism. */
    public PartitionedMatrix restored(int partitionCount) {
        return restored(partitionCount, mode);
    }

    /** The same, with passes in another mode. */
    PartitionedMatrix restored(int partitionCount, ScanMode another) {
        return takenOver(new PartitionedMatrix(schema, columns, partitionCount, zone, tables, limits, another));
    }

    /** The same with another schema, and all its columns. */
    public PartitionedMatrix restored(int partitionCount, MatrixSchema another) {
        List<String> all = another.columns().stream().map(StoredColumn::name).toList();
        return takenOver(new PartitionedMatrix(another, all, partitionCount, zone, tables));
    }

    private PartitionedMatrix takenOver(PartitionedMatrix next) {
        SchemaEvolution evolution = new SchemaEvolution(next.schema, List.of(schema.model()));
        next.advanceTo(partitions.stream().mapToLong(Partition::nowMs).max().orElseThrow());
        next.partitions.get(0).progress().restoreApplied(applied());
        next.removed.addAll(removed);
        for (Map<Long, EntityRecord> store : stores) {
            store.forEach((id, record) -> {
                EntityRecord read = evolution.converted(throughBytes(record));
                next.stores.get(next.ownerOf(id)).put(id, read.copy());
                next.partitions.get(next.ownerOf(id)).restore(read);
            });
        }
        return next;
    }

    private static EntityRecord throughBytes(EntityRecord record) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            RecordCodec.write(record, new DataOutputStream(bytes));
            return RecordCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    MatrixSchema schema() {
        return schema;
    }

    // ---- questions

    /** Asks all partitions, under a name that identifies the answer. */
    void submit(String name, AskedQuery call) {
        submit(name, call, 0);
    }

    /** As above, for an answer that may be so old. */
    void submit(String name, AskedQuery call, int maxAgeMs) {
        calls.put(name, call);
        parts.put(name, new ArrayList<>());
        Asker asker = new Asker(name, name, "client of " + name, "client of " + name, Long.MAX_VALUE, false, maxAgeMs);
        Query bound = catalogue.bind(call);
        if (bound instanceof ScanQuery query) {
            partitions.forEach(partition -> partition.submit(asker, query));
        } else if (bound instanceof VerifyColumns verification) {
            partitions.forEach(partition -> partition.submit(asker, verification));
        } else {
            EntityQuery query = (EntityQuery) catalogue.bind(call);
            int owner = ownerOf(query.key().number());
            EntityRecord stored = copyOf(stores.get(owner).get(query.key().number()));
            parts.get(name).add(partitions.get(owner).parts().look(name, query::partial, stored));
        }
    }

    /** Runs the smallest slice there is in one partition: on its thread, or in turns on the one beside. */
    void runSlice(int partition) {
        if (!scans.get(partition).goOn(partitions.get(partition).queries())) {
            partitions.get(partition).runSlice(0);
        }
    }

    void finish() {
        for (int i = 0; i < partitions.size(); i++) {
            while (partitions.get(i).hasWork() || scans.get(i).isBusy()) {
                if (!scans.get(i).goOn(partitions.get(i).queries())) {
                    partitions.get(i).runSlice(Long.MAX_VALUE);
                }
            }
        }
    }

    /** Why a query cannot be asked; null if it can. */
    QueryError refusal(AskedQuery call) {
        try {
            catalogue.bind(call);
            return null;
        } catch (QueryFailure refused) {
            return refused.error();
        }
    }

    /** How many partitions have answered. */
    int answered(String name) {
        return parts.get(name).size();
    }

    boolean passRuns(int partition) {
        return partitions.get(partition).queries().passRuns();
    }

    boolean passRunsInAny() {
        return partitions.stream().anyMatch(each -> each.queries().passRuns());
    }

    /** The parts of the answer that have come, by their partitions. */
    List<Part> parts(String name) {
        return parts.get(name);
    }

    /** What one partition alone would answer. */
    QueryResult result(String name, Part part) {
        return answer.of(request(name), catalogue.bind(calls.get(name)), List.of(part), 0);
    }

    /** The final answer, from partials merged in a random order. */
    QueryResult result(String name, Random order) {
        AskedQuery call = calls.get(name);
        List<Part> shuffled = new ArrayList<>(parts.get(name));
        Collections.shuffle(shuffled, order);
        ScanQuery second = seconds.get(name);
        return answer.of(request(name), second == null ? catalogue.bind(call) : second, shuffled, 0);
    }

    private Request request(String name) {
        return new Request(name, name, "test", calls.get(name), 0);
    }

    /** Asks the second round of a query whose first all partitions have answered. */
    void askSecondRound(String name) {
        ScanQuery first = (ScanQuery) catalogue.bind(calls.get(name));
        Partial values = values(answer.between(request(name), first, parts.get(name)));
        seconds.put(name, first.second(values));
        parts.get(name).clear();
        partitions.forEach(partition -> partition
                .queries()
                .whenHome(() -> partition.queries().askSecondRound(name, held -> ((ScanQuery) held).second(values))));
    }

    private static Partial values(Answer.Between between) {
        try {
            return Partial.read(between.values());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks and waits for the end of the pass. */
    public QueryResult ask(AskedQuery call, Random order) {
        String name = "request " + calls.size();
        submit(name, call);
        finish();
        return result(name, order);
    }

    // ---- figures

    public long verify() {
        return partitions.stream().mapToLong(Partition::verify).sum();
    }

    int rows() {
        return partitions.stream().mapToInt(Partition::rows).sum();
    }

    int stored() {
        return stores.stream().mapToInt(Map::size).sum();
    }

    /** The number of events that a total could not hold. */
    int overflows() {
        return overflows;
    }

    /** A partition, for who looks at it alone. */
    Partition partition(int index) {
        return partitions.get(index);
    }

    /** The stored records of a partition. */
    Collection<EntityRecord> stored(int index) {
        return stores.get(index).values();
    }

    long nanos() {
        return nanos;
    }

    /** Lets time pass. */
    void pass(long elapsedNanos) {
        nanos += elapsedNanos;
    }

    /** The number of events applied since the first matrix. */
    long applied() {
        return partitions.stream()
                .mapToLong(partition -> partition.progress().applied())
                .sum();
    }

    /** The records that have been removed since the first matrix, as they were. */
    List<EntityRecord> removed() {
        return removed;
    }

    int partitionCount() {
        return partitions.size();
    }

    long turns() {
        return partitions.get(0).turns();
    }

    long lateEvents(int window) {
        return partitions.stream()
                .mapToLong(partition -> partition.lateEvents(window))
                .sum();
    }
}
