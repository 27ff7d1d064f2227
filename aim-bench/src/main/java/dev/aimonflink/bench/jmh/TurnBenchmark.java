package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.CallStream;
import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.Moment;
import dev.aimonflink.bench.world.RecordStore;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.partition.Partition;
import dev.aimonflink.query.request.Catalogue;
import dev.aimonflink.query.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.util.List;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the first events and the first pass of a new day. The secondary results are the longest single event or slice in
 * it, and the same of the day before: events must not wait, so the longest counts.
 */
@Warmup(iterations = 10)
@Measurement(iterations = 20)
public class TurnBenchmark extends EngineBenchmark {
    /** The names of the secondary results. */
    static final String LONGEST = "longestMs";

    static final String USUAL_LONGEST = "usualLongestMs";
    static final String USUAL = "usualMs";

    /**
     * Enough to reach every block, and more than come in while a pass answers a hundred queries, which is the most that wait
     * for the end of a pass at a turn.
     */
    private static final int EVENTS = 1 << 15;

    /** As long as the job's slices. */
    private static final long SLICE_NANOS = 200_000;

    private static final Event[] NO_CALLS = {};

    @Param("546")
    int aggregates;

    @Param("1000000")
    int subscribers;

    private RecordStore store;
    private Matrix matrix;
    private Partition partition;
    private List<ScanQuery> queries;
    private long todayMs;
    private Event[] callsOfToday;
    private Event[] callsOfTomorrow;
    private Event[] countedToday;
    private double usualLongestEventMs;
    private Pass usualPass;

    /** The secondary results of each sample. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double longestMs;
        public double usualLongestMs;
    }

    /** The secondary result of a pass. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class BesidePass {
        public double usualMs;
    }

    private record Pass(double ms, double longestSliceMs) {}

    @Setup
    public void fill() {
        MatrixSchema schema = CallModel.schema(aggregates);
        store = new RecordStore(schema, Catalogues.scannedColumns(schema), kernelsOf(VECTOR), subscribers);
        matrix = store.matrix();
        partition = store.partition();
        queries = Catalogue.BENCHMARK.stream().map(matrix::query).toList();
        todayMs = Moment.NOW_MS;
        callsOfTomorrow = callsAt(todayMs);
    }

    private Event[] callsAt(long timestampMs) {
        return CallStream.of(EVENTS, subscribers, CallStream.UNIFORM, timestampMs);
    }

    /** A day without a turn in it, up to a moment before midnight. */
    @Setup(Level.Invocation)
    public void spendTheDay() {
        callsOfToday = callsOfTomorrow;
        todayMs += Moment.DAY_MS;
        callsOfTomorrow = callsAt(todayMs);
        store.apply(callsOfToday);
        usualLongestEventMs = longestMs(callsOfToday);
        matrix.submit(queries);
        usualPass = finishPass();
    }

    @Benchmark
    public void events(Beside beside) {
        beside.usualLongestMs = usualLongestEventMs;
        beside.longestMs = longestMs(callsOfTomorrow);
        countedToday = callsOfTomorrow;
    }

    /** The turn restarts the pass, and applies at once the events that waited for its end. */
    @Benchmark
    public void eventsInAPass(Beside beside) {
        beside.usualLongestMs = usualLongestEventMs;
        matrix.submit(queries);
        partition.runSlice(1);
        store.apply(callsOfToday);
        beside.longestMs = longestMs(callsOfTomorrow);
        finishPass();
        countedToday = callsOfTomorrow;
    }

    @Benchmark
    public void pass(Beside beside, BesidePass besidePass) {
        besidePass.usualMs = usualPass.ms;
        beside.usualLongestMs = usualPass.longestSliceMs;
        partition.advanceTo(todayMs);
        matrix.submit(queries);
        beside.longestMs = finishPass().longestSliceMs;
        countedToday = NO_CALLS;
    }

    private double longestMs(Event[] calls) {
        long longestNanos = 0;
        for (Event call : calls) {
            long startNanos = System.nanoTime();
            store.apply(call);
            longestNanos = Math.max(longestNanos, System.nanoTime() - startNanos);
        }
        return longestNanos / 1e6;
    }

    private Pass finishPass() {
        long longestNanos = 0;
        long beginNanos = System.nanoTime();
        long startNanos = beginNanos;
        boolean goesOn = true;
        while (goesOn) {
            goesOn = partition.runSlice(SLICE_NANOS);
            long endNanos = System.nanoTime();
            longestNanos = Math.max(longestNanos, endNanos - startNanos);
            startNanos = endNanos;
        }
        expectEqual("The number of answers", matrix.results().size(), queries.size());
        return new Pass((startNanos - beginNanos) / 1e6, longestNanos / 1e6);
    }

    @TearDown
    public void check() {
        expectEqual("The number of wrong cells", store.differencesToday(new CallTotals(subscribers, countedToday)), 0L);
    }
}
