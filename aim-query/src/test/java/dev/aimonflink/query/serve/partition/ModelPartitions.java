package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.ExpectedMatrix.Outcome;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.RecordCodec;
import dev.aimonflink.matrix.record.SchemaEvolution;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.StoredRecords;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.SteppedScans;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.EntityQuery;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/** Several partitions of any model. Their stores copy records on their way in and out, as a store of bytes does. */
final class ModelPartitions {
    private final MatrixSchema schema;
    private final EntityTables tables;
    private final ZoneId zone;
    private final Catalogue catalogue;
    private final List<Owner> owners = new ArrayList<>();

    /** A partition and what it has sent and stored. */
    static final class Owner implements StoredRecords {
        private final Map<EntityId, EntityRecord> store = new HashMap<>();
        private final List<Part> answers = new ArrayList<>();
        private Partition partition;

        private SteppedScans beside;

        @Override
        public EntityRecord find(EntityId key) {
            EntityRecord stored = store.get(key);
            return stored == null ? null : stored.copy();
        }

        @Override
        public void remove(EntityId key) {
            store.remove(key);
        }

        Partition partition() {
            return partition;
        }

        boolean isBeside() {
            return partition.queries().scheduler().mode().isBeside();
        }

        /** Does a step: here, or on the thread beside as long as that has a pass. */
        void runSlice(long budgetNanos) {
            if (!beside.goOn(partition.queries())) {
                partition.runSlice(budgetNanos);
            }
        }

        private boolean hasWork() {
            return partition.hasWork() || beside.isBusy();
        }

        /** The parts since the last call. */
        List<Part> answers() {
            List<Part> since = List.copyOf(answers);
            answers.clear();
            return since;
        }
    }

    ModelPartitions(Model model, Collection<String> columns, EntityTables tables, int count, ZoneId zone) {
        this(
                model,
                columns,
                tables,
                count,
                zone,
                PartitionClocks.SYSTEM,
                index -> ScanMode.values()[index % ScanMode.values().length]);
    }

    ModelPartitions(
            Model model,
            Collection<String> columns,
            EntityTables tables,
            int count,
            ZoneId zone,
            PartitionClocks clocks,
            IntFunction<ScanMode> modes) {
        schema = MatrixSchema.of(model);
        this.tables = tables;
        this.zone = zone;
        catalogue = Catalogues.of(schema, tables, AnswerLimits.USUAL);
        for (int i = 0; i < count; i++) {
            Owner owner = new Owner();
            owner.beside = new SteppedScans(clocks);
            owner.partition = new Partition(
                    new Part.Source(i, count, 0),
                    new PartitionSettings(new ColumnSet(schema, columns), tables, zone, new ScalarKernels()),
                    owner,
                    clocks,
                    owner.answers::add,
                    owner.beside.thread());
            owner.partition.queries().scheduler().set(modes.apply(i));
            owners.add(owner);
        }
    }

    MatrixSchema schema() {
        return schema;
    }

    List<Owner> owners() {
        return owners;
    }

    private Owner ownerOf(EntityId key) {
        return owners.get(Math.floorMod(key.hashCode() * 0x9E3779B9, owners.size()));
    }

    private static EntityRecord recordFor(EntityId key, Owner owner) {
        EntityRecord stored = owner.find(key);
        return stored == null ? owner.partition.newRecord(key) : stored;
    }

    // ---- updates

    /** Applies an event. All partitions reach its time, as turns make them in a job. */
    Outcome event(DeclaredEvent event) {
        Owner owner = ownerOf(event.key());
        EntityRecord record = recordFor(event.key(), owner);
        owner.partition.touch(record, event);
        Outcome outcome;
        try {
            outcome = Outcome.valueOf(owner.partition.apply(record, event).name());
            if (outcome == Outcome.APPLIED || (outcome == Outcome.OVERFLOW && owner.store.containsKey(event.key()))) {
                owner.store.put(event.key(), record.copy());
            }
        } catch (FilterFailure failed) {
            outcome = Outcome.FAILED;
        }
        advanceTo(event.clockMs());
        return outcome;
    }

    void profile(EntityId key, Attributes attributes) {
        Owner owner = ownerOf(key);
        EntityRecord record = recordFor(key, owner);
        if (owner.partition.apply(record, attributes) == Effect.APPLIED) {
            owner.store.put(key, record.copy());
        }
    }

    void forget(EntityId key) {
        Owner owner = ownerOf(key);
        owner.store.remove(key);
        owner.partition.forget(key);
    }

    void advanceTo(long timeMs) {
        owners.forEach(owner -> owner.partition.advanceTo(timeMs));
    }

    void finish() {
        for (Owner owner : owners) {
            while (owner.hasWork()) {
                owner.runSlice(Long.MAX_VALUE);
            }
        }
    }

    /** Partitions of a model and so many of them, which take over from these. */
    ModelPartitions restored(Model model, Collection<String> columns, EntityTables itsTables, int count) {
        return takenOver(new ModelPartitions(model, columns, itsTables, count, zone));
    }

    private ModelPartitions takenOver(ModelPartitions next) {
        SchemaEvolution evolution = new SchemaEvolution(next.schema, List.of(schema.model()));
        next.advanceTo(owners.stream()
                .mapToLong(owner -> owner.partition.nowMs())
                .max()
                .orElseThrow());
        for (Owner owner : owners) {
            owner.store.forEach((key, record) -> {
                EntityRecord read = evolution.converted(throughBytes(record));
                Owner nextOwner = next.ownerOf(key);
                // What a restore changes in a record does not get into a store of bytes.
                nextOwner.store.put(key, read.copy());
                nextOwner.partition.restore(read);
            });
        }
        return next;
    }

    ModelPartitions restored(Collection<String> columns, int count) {
        return restored(schema.model(), columns, tables, count);
    }

    /** The same in another mode. */
    ModelPartitions restored(Collection<String> columns, ScanMode mode) {
        return takenOver(
                new ModelPartitions(schema.model(), columns, tables, 1, zone, PartitionClocks.SYSTEM, index -> mode));
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

    // ---- questions

    /** The query of one entity, and its rows. */
    record Answered(EntityQuery query, List<List<Object>> rows) {}

    Answered ask(EntityId key) {
        Model model = schema.model();
        EntityQuery query = (EntityQuery) catalogue.bind(new AskedQuery(
                model.entity().name(),
                Map.of(model.event().key().name(), key.isText() ? key.text() : (Object) key.number())));
        Owner owner = ownerOf(key);
        Part part = owner.partition.parts().look("request", query::partial, owner.find(key));
        return new Answered(query, query.answer(part.readPartial()));
    }

    long verify() {
        return owners.stream().mapToLong(owner -> owner.partition.verify()).sum();
    }

    int rows() {
        return owners.stream().mapToInt(owner -> owner.partition.rows()).sum();
    }

    int stored() {
        return owners.stream().mapToInt(owner -> owner.store.size()).sum();
    }

    /** The stored records of a partition, as a query of now would see them. */
    Map<EntityId, EntityRecord> recordsAsOfNow(Owner owner) {
        WindowClock clock = new WindowClock(schema.windows(), zone);
        clock.advance(owner.partition.nowMs());
        Map<EntityId, EntityRecord> records = new HashMap<>();
        owner.store.forEach((key, record) -> records.put(key, record.copy().asOf(clock, schema.layout())));
        return records;
    }

    Owner any(Random random) {
        return owners.get(random.nextInt(owners.size()));
    }
}
