package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.layout.Layout;
import dev.aimonflink.bench.layout.RecordStore;
import dev.aimonflink.bench.world.CallStream;
import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.CountedSubscribers;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.query.AskedQuery;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Measures the same calls and the same queries over one matrix in several layouts. */
public class LayoutsBenchmark extends EngineBenchmark {
    /** The events of one invocation: few, because the slowest layout takes ten times as long as ours. */
    static final int EVENTS = 1 << 17;

    @Param({Layout.ROWS, Layout.PAX_16, Layout.PAX_64, Layout.PAX_1024, Layout.COLUMNS, Layout.OURS})
    String layout;

    @Param({"42", "546"})
    int aggregates;

    @Param("1000000")
    int subscribers;

    private Event[] calls;
    private CallTotals totals;
    private Layout matrix;
    private List<List<Object>> q1;
    private List<List<Object>> q7;

    /** The secondary results of a scan. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double q1Ms;
        public double q7Ms;
    }

    @Setup
    public void fill() {
        fill(EVENTS);
    }

    void fill(int events) {
        matrix = Layout.of(layout, CallModel.schema(aggregates), kernelsOf(VECTOR), subscribers);
        calls = CallStream.of(events, subscribers, CallStream.UNIFORM);
        totals = new CallTotals(subscribers, calls);
        matrix.apply(calls);
    }

    /** Clears the matrix before updates only, so that scans find rows. */
    @Setup(Level.Iteration)
    public void clear(BenchmarkParams benchmark) {
        if (benchmark.getBenchmark().endsWith(".update")) {
            clear();
        }
    }

    void clear() {
        matrix.clear();
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    @OperationsPerInvocation(EVENTS)
    @Warmup(iterations = 4)
    @Measurement(iterations = 8)
    public void update() {
        matrix.apply(calls);
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    @Warmup(iterations = 20)
    @Measurement(iterations = 50)
    public void scan(Beside beside) {
        long beginNanos = System.nanoTime();
        q1 = matrix.answer("q1");
        long betweenNanos = System.nanoTime();
        q7 = matrix.answer("q7");
        beside.q1Ms = (betweenNanos - beginNanos) / 1e6;
        beside.q7Ms = (System.nanoTime() - betweenNanos) / 1e6;
    }

    @TearDown
    public void check() {
        expectEqual("The number of wrong cells", matrix.differences(totals), 0L);
        if (q1 == null) { // updates were measured
            scan(new Beside());
        }
        CountedSubscribers counted = new CountedSubscribers(totals, totals, RecordStore.profiles(), subscribers);
        expectEqual("q1", q1, counted.answer(AskedQuery.withDefaults("q1")));
        expectEqual("q7", q7, counted.answer(AskedQuery.withDefaults("q7")));
    }
}
