package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.column.IntHandle;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.matrix.row.StoredRecords;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.FakeScan;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.ScanThread;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.pass.SteppedScans;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One partition of 42 aggregates with few columns, its records and answers, and a clock that the test moves. */
public final class TestPartition {
    /** Of four attributes, and of six columns of their tables. */
    static final int CODES = 10;

    public static final String CALLS_TODAY = "number_of_calls_this_day";
    public static final String CALLS_THIS_WEEK = "number_of_calls_this_week";

    public static final long HOUR_MS = 3_600_000;
    /** Far after the start of the test's wall clock, which is 0. */
    public static final long DEADLINE_MS = 1_000;

    public static final long DAY_MS = 24 * HOUR_MS;

    /** A Wednesday. */
    public static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    final MatrixSchema schema = CallModel.schema(42);
    public final Map<Long, EntityRecord> store = new HashMap<>();
    public final List<Part> answers = new ArrayList<>();
    public final Partition partition;

    /** The scan thread, in steps; null if there is none, or a true one. */
    private final SteppedScans steps;

    public long nanos;
    public long epochMs;
    public boolean cpuIsStopped;
    long recordsRead;

    public TestPartition() {
        this(CALLS_TODAY, CALLS_THIS_WEEK);
    }

    public TestPartition(String... columns) {
        this(new ScalarKernels(), RowLimits.NONE, columns);
    }

    public TestPartition(RowLimits limits, String... columns) {
        this(new ScalarKernels(), limits, columns);
    }

    public TestPartition(Kernels kernels, String... columns) {
        this(kernels, RowLimits.NONE, columns);
    }

    public static TestPartition holdingFor(ScanMode mode, long maxHoldNanos) {
        return new TestPartition(
                new ScalarKernels(), RowLimits.NONE, maxHoldNanos, mode, null, CALLS_TODAY, CALLS_THIS_WEEK);
    }

    /** Whose passes run in a mode: beside in steps that the test does. */
    public static TestPartition in(ScanMode mode, String... columns) {
        return in(mode, RowLimits.NONE, columns);
    }

    static TestPartition in(ScanMode mode, RowLimits limits, String... columns) {
        return new TestPartition(
                new ScalarKernels(), limits, PartitionSettings.USUAL_MAX_HOLD_NANOS, mode, null, columns);
    }

    private TestPartition(Kernels kernels, RowLimits limits, String... columns) {
        this(kernels, limits, PartitionSettings.USUAL_MAX_HOLD_NANOS, ScanMode.S1, null, columns);
    }

    /** Whose passes a thread beside runs. */
    public static TestPartition beside(ScanThread thread, String... columns) {
        return new TestPartition(
                new ScalarKernels(),
                RowLimits.NONE,
                PartitionSettings.USUAL_MAX_HOLD_NANOS,
                ScanMode.S2,
                thread,
                columns);
    }

    /** @param threadOrNull whose passes it runs; null if they run here or in steps */
    private TestPartition(
            Kernels kernels,
            RowLimits limits,
            long maxHoldNanos,
            ScanMode mode,
            ScanThread threadOrNull,
            String... columns) {
        PartitionClocks clocks = new PartitionClocks(() -> nanos, () -> cpuIsStopped ? 0 : nanos, () -> epochMs);
        steps = !mode.isBeside() || threadOrNull != null ? null : new SteppedScans(clocks);
        partition = new Partition(
                new Part.Source(3, 8, 77),
                new PartitionSettings(
                        new ColumnSet(schema, List.of(columns)),
                        PlainDimensions.benchmark(),
                        ZoneOffset.UTC,
                        kernels,
                        limits,
                        Long.MAX_VALUE,
                        maxHoldNanos),
                new Store(),
                clocks,
                answers::add,
                steps == null ? threadOrNull : steps.thread());
        partition.queries().scheduler().set(mode);
    }

    private final class Store implements StoredRecords {
        @Override
        public EntityRecord find(EntityId key) {
            recordsRead++;
            return store.get(key.number());
        }

        @Override
        public void remove(EntityId key) {
            store.remove(key.number());
        }
    }

    public MatrixSchema schema() {
        return schema;
    }

    /** Erases a subscriber as the operator does. */
    public void forget(long subscriberId) {
        store.remove(subscriberId);
        partition.forget(EntityId.of(subscriberId));
    }

    public Effect call(long subscriberId, long timestampMs) {
        return apply(new Event(subscriberId, timestampMs, 60, 1.5f, false));
    }

    public Effect apply(Event event) {
        return apply(event, partition.nowMs());
    }

    /** A call whose Kafka partition is at another time than the matrix. */
    Effect apply(Event event, long clockMs) {
        EntityRecord record = recordFor(event.subscriberId());
        DeclaredEvent call = CallModel.event(event);
        call.clockMs(clockMs);
        Effect outcome = partition.apply(record, call);
        if (outcome == Effect.APPLIED) {
            store.put(event.subscriberId(), record);
        }
        return outcome;
    }

    public void profile(long subscriberId, String zip) {
        apply(new Profile(subscriberId, zip, 0, 0, 0));
    }

    public Effect apply(Profile profile) {
        EntityRecord record = recordFor(profile.subscriberId());
        Effect outcome = partition.apply(record, CallProfiles.attributes(profile));
        if (outcome == Effect.APPLIED) {
            store.put(profile.subscriberId(), record);
        }
        return outcome;
    }

    public EntityRecord recordFor(long subscriberId) {
        EntityRecord stored = store.get(subscriberId);
        return stored == null ? partition.newRecord(subscriberId) : stored;
    }

    /** An int of a record, by the name of its aggregate. */
    int intOf(EntityRecord record, String name) {
        return record.ints()[schema.column(name).slot()];
    }

    public void submit(String request, Scannable query) {
        submit(request, "client", query);
    }

    public void submit(String request, String client, Scannable query) {
        partition.submit(new Asker(request, client, DEADLINE_MS), query);
    }

    /** Adds so many rows, each with one call this day. */
    public void fill(int rows) {
        for (int subscriber = 0; subscriber < rows; subscriber++) {
            call(subscriber, NOON_MS);
        }
    }

    /** The part that answers a request. */
    public Part answer(String request) {
        return answers.stream()
                .filter(each -> each.requestKey().equals(request))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no answer to " + request + " among " + answers));
    }

    /** The sum in the answer to a request, or null. */
    public Sum sum(String request) {
        return sumOf(answer(request));
    }

    /** The sum in a part, or null. */
    public static Sum sumOf(Part part) {
        if (part.partial() == null) {
            return null;
        }
        Partial written = part.readPartial();
        return new Sum(
                written.states(0, Counts.class).count(0),
                written.states(1, Counts.class).count(0));
    }

    public void finish() {
        while (hasWork()) {
            runSlice(Long.MAX_VALUE);
        }
    }

    /** Whether there is more to do, here or beside. */
    public boolean hasWork() {
        return partition.hasWork() || (steps != null && steps.isBusy());
    }

    /** Does the smallest step: here, or beside as long as there is a pass. Returns whether there is more to do. */
    public boolean step() {
        return runSlice(0);
    }

    /** Does the smallest step beside, whatever the task's thread could do. */
    void stepBeside() {
        steps.goOn();
    }

    boolean runSlice(long budgetNanos) {
        if (steps == null || !steps.goOn(partition.queries())) {
            partition.runSlice(budgetNanos);
        }
        return hasWork();
    }

    /** What a scan finds. */
    public interface Found {
        Partial partial();
    }

    /** Reads nothing and finds what is given. */
    public record Given(Found found) implements FakeScan {
        @Override
        public Partial partial() {
            return found.partial();
        }
    }

    /** Sums a column, which shows the rows that its scan saw. */
    public record SumOf(String column) implements Scannable {
        @Override
        public boolean isReusable() {
            return true;
        }

        @Override
        public boolean isDivisible() {
            return true;
        }

        @Override
        public Set<String> columns() {
            return Set.of(column);
        }

        @Override
        public Scan open(ScanContext context) {
            IntHandle handle = (IntHandle) context.columns().handle(column);
            return new Scan() {
                private long rows;
                private long sum;

                @Override
                public void scan(Block block, int rowsInBlock) {
                    rows += rowsInBlock;
                    sum += Arrays.stream(block.ints(handle), 0, rowsInBlock).sum();
                }

                @Override
                public Partial partial() {
                    return new Sum(rows, sum).partial();
                }
            };
        }
    }

    public record Sum(long rows, long sum) implements Found {
        @Override
        public Partial partial() {
            return Partial.of(new Counts().add(rows), new Counts().add(sum));
        }
    }
}
