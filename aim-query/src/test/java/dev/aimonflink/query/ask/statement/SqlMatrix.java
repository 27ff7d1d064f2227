package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.query.ask.answer.ExportQuery;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.SteppedScans;
import dev.aimonflink.query.serve.request.Answer;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.ExportPiece;
import dev.aimonflink.query.serve.request.PointQuery;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.plan.PlannedQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Some partitions of any model, whose parts travel as bytes and are merged. */
public final class SqlMatrix {
    private static final Request REQUEST = new Request("request", "r", "client", AskedQuery.withDefaults("sql"), 0);

    private static final Asker ASKER = new Asker("request", "client", Long.MAX_VALUE);

    /** On which no time passes, so that partitions hold a cut for as long as a slow machine needs it. */
    private static final PartitionClocks CLOCKS =
            new PartitionClocks(() -> 0, NanoClock.THREAD_CPU, System::currentTimeMillis);

    private final MatrixSchema schema;
    private final MatrixTables tables;
    private final Answer answer;
    private final List<Partition> partitions = new ArrayList<>();
    private final List<Map<EntityId, EntityRecord>> stores = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /** The scan thread of each partition, in steps; null if passes run on the task's thread. */
    private final List<SteppedScans> beside = new ArrayList<>();

    /** Keeps all columns. */
    public SqlMatrix(MatrixTables tables, int count) {
        this(tables, count, new ScalarKernels());
    }

    /** Keeps all columns. */
    public SqlMatrix(MatrixTables tables, int count, Kernels kernels) {
        this(
                tables,
                count,
                tables.schema().columns().stream().map(StoredColumn::name).toList(),
                kernels,
                Long.MAX_VALUE,
                ScanMode.S1);
    }

    /** Keeps all columns, and scans in a mode: beside the task's thread in steps. */
    public static SqlMatrix in(ScanMode mode, MatrixTables tables, int count, Kernels kernels) {
        return new SqlMatrix(
                tables,
                count,
                tables.schema().columns().stream().map(StoredColumn::name).toList(),
                kernels,
                Long.MAX_VALUE,
                mode);
    }

    public SqlMatrix(MatrixTables tables, int count, Collection<String> kept) {
        this(tables, count, kept, Long.MAX_VALUE);
    }

    /** @param scanBytes how much all scans of a partition may keep together */
    public SqlMatrix(MatrixTables tables, int count, Collection<String> kept, long scanBytes) {
        this(tables, count, kept, new ScalarKernels(), scanBytes, ScanMode.S1);
    }

    private SqlMatrix(
            MatrixTables tables, int count, Collection<String> kept, Kernels kernels, long scanBytes, ScanMode mode) {
        this.tables = tables;
        schema = tables.schema();
        EntityTables entityTables = tables.entityTables();
        answer = new Answer(schema, ZoneOffset.UTC, "events");
        for (int i = 0; i < count; i++) {
            stores.add(new HashMap<>());
            beside.add(mode.isBeside() ? new SteppedScans(CLOCKS) : null);
            partitions.add(new Partition(
                    new Part.Source(i, count, 0),
                    new PartitionSettings(
                            new ColumnSet(schema, kept),
                            entityTables,
                            ZoneOffset.UTC,
                            kernels,
                            RowLimits.NONE,
                            scanBytes,
                            PartitionSettings.USUAL_MAX_HOLD_NANOS),
                    stores.get(i)::get,
                    CLOCKS,
                    parts::add,
                    mode.isBeside() ? beside.get(i).thread() : null));
            partitions.get(i).queries().scheduler().set(mode);
        }
    }

    private int ownerOf(EntityId key) {
        return Math.floorMod(key.hashCode() * 0x9E3779B9, partitions.size());
    }

    /** All partitions know the time of an event, so that the same ones are late however many there are. */
    public Effect event(DeclaredEvent event) {
        advanceTo(event.timestampMs());
        int owner = ownerOf(event.key());
        EntityRecord record = recordFor(event.key(), owner);
        Effect effect = partitions.get(owner).apply(record, event);
        stores.get(owner).put(event.key(), record);
        return effect;
    }

    public void advanceTo(long timeMs) {
        partitions.forEach(partition -> partition.advanceTo(timeMs));
    }

    public void profile(EntityId key, Attributes attributes) {
        int owner = ownerOf(key);
        EntityRecord record = recordFor(key, owner);
        partitions.get(owner).apply(record, attributes);
        stores.get(owner).put(key, record);
    }

    private EntityRecord recordFor(EntityId key, int owner) {
        EntityRecord stored = stores.get(owner).get(key);
        return stored == null ? partitions.get(owner).newRecord(key) : stored;
    }

    public int partitions() {
        return partitions.size();
    }

    public Partition partition(int index) {
        return partitions.get(index);
    }

    public QueryResult ask(PlannedQuery planned) {
        return ask(planned, AnswerLimits.USUAL);
    }

    public QueryResult ask(PlannedQuery planned, AnswerLimits limits) {
        return ask(SqlQuery.of(planned, tables, limits, null, limits.mergeCheck()));
    }

    public QueryResult ask(Query query) {
        submit(query);
        return finish(query);
    }

    /** Asks all partitions in one pass. Returns the parts, by the queries' order in each partition. */
    public List<Part> askTogether(List<Query> queries) {
        parts.clear();
        for (Partition partition : partitions) {
            for (Query query : queries) {
                partition.submit(ASKER, (ScanQuery) query);
            }
        }
        run();
        return List.copyOf(parts);
    }

    public void submit(Query query) {
        parts.clear();
        if (query instanceof ExportPiece piece) {
            partitions.forEach(each -> parts.add(part(each, piece)));
        } else if (query instanceof ExportQuery export) {
            partitions.forEach(each -> submit(each, export));
        } else if (query instanceof PointQuery point) {
            int owner = ownerOf(point.key());
            EntityRecord stored = stores.get(owner).get(point.key());
            parts.add(partitions.get(owner).parts().look("request", point::partial, stored));
        } else {
            for (Partition partition : partitions) {
                partition.submit(ASKER, (ScanQuery) query);
            }
        }
    }

    private void submit(Partition partition, ExportQuery export) {
        QueryError refusal = partition.exports().begin(ASKER.clientId(), export.id());
        if (refusal == null) {
            partition.submit(ASKER, export);
        } else {
            parts.add(partition.parts().refusal(ASKER, refusal));
        }
    }

    private static Part part(Partition partition, ExportPiece piece) {
        try {
            return partition
                    .parts()
                    .of(
                            ASKER,
                            piece.partial(
                                    partition.exports(),
                                    ASKER.clientId(),
                                    partition.parts().source().partition()));
        } catch (QueryFailure gone) {
            return partition.parts().refusal(ASKER, gone.error());
        }
    }

    /** Asks in small steps, and does something behind each of them. */
    public QueryResult askInSteps(Query query, Runnable behindStep) {
        submit(query);
        return finish(query, 0, behindStep);
    }

    /** Asks in small steps, and lets time go on behind one of them. Null if the passes have fewer. */
    public QueryResult askAndTurn(ScanQuery query, int steps, long timeMs) {
        int[] run = {0};
        submit(query);
        QueryResult result = finish(query, 0, () -> {
            if (run[0]++ == steps) {
                advanceTo(timeMs);
            }
        });
        return run[0] > steps ? result : null;
    }

    public QueryResult finish(Query query) {
        return finish(query, Long.MAX_VALUE, () -> {});
    }

    private QueryResult finish(Query query, long sliceNanos, Runnable behindStep) {
        run(sliceNanos, behindStep);
        if (query instanceof ScanQuery scan && scan.hasSecondRound()) {
            return secondRound(scan, sliceNanos, behindStep);
        }
        return answer.of(REQUEST, query, List.copyOf(parts), 0);
    }

    private QueryResult secondRound(ScanQuery first, long sliceNanos, Runnable behindStep) {
        Answer.Between between = answer.between(REQUEST, first, List.copyOf(parts));
        if (between.failed() != null) {
            partitions.forEach(partition -> partition.queries().endHold());
            run();
            return between.failed();
        }
        parts.clear();
        Partial values = readPartial(between.values());
        partitions.forEach(
                partition -> partition.queries().askSecondRound("request", held -> ((ScanQuery) held).second(values)));
        run(sliceNanos, behindStep);
        return answer.of(REQUEST, first.second(values), List.copyOf(parts), 0);
    }

    private static Partial readPartial(byte[] bytes) {
        try {
            return Partial.read(bytes);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Runs passes until no partition has anything to do. */
    void run() {
        run(Long.MAX_VALUE, () -> {});
    }

    /** @param behindStep is run behind each slice of a pass but its last */
    private void run(long sliceNanos, Runnable behindStep) {
        for (int i = 0; i < partitions.size(); i++) {
            while (hasWork(i)) {
                if (runSlice(i, sliceNanos)) {
                    behindStep.run();
                }
            }
        }
    }

    private boolean hasWork(int index) {
        SteppedScans steps = beside.get(index);
        return partitions.get(index).hasWork() || (steps != null && steps.isBusy());
    }

    /** Runs a slice on the task's thread, or a step beside. Returns whether there is more to do. */
    private boolean runSlice(int index, long sliceNanos) {
        Partition partition = partitions.get(index);
        SteppedScans steps = beside.get(index);
        if (steps == null) {
            return partition.runSlice(sliceNanos);
        }
        if (!steps.goOn(partition.queries())) {
            partition.runSlice(sliceNanos);
        }
        return hasWork(index);
    }
}
