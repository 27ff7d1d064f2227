package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.CallStream;
import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.RecordStore;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.setup.Catalogues;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures applying an event to record and columns. All subscribers exist, and no update may allocate. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
public class UpdateBenchmark extends EngineBenchmark {
    /** The events of one invocation, too few to overflow a total of Zipf's busiest of a million subscribers. */
    static final int EVENTS = 1 << 20;

    static final String AUTO = "auto";
    static final String NONE = "none";

    @Param({"42", "546"})
    int aggregates;

    @Param({CallStream.UNIFORM, CallStream.ZIPF})
    String distribution;

    @Param({AUTO, NONE})
    String columns;

    @Param("1000000")
    int subscribers;

    private Event[] calls;
    private RecordStore store;

    @Setup
    public void fill() {
        fill(EVENTS);
    }

    void fill(int events) {
        MatrixSchema schema = CallModel.schema(aggregates);
        Set<String> kept = columns.equals(AUTO) ? Catalogues.scannedColumns(schema) : Set.of();
        store = new RecordStore(schema, kept, kernelsOf(SCALAR), subscribers);
        calls = CallStream.of(events, subscribers, distribution);
    }

    @Setup(Level.Iteration)
    public void clear() {
        store.clear();
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void update(Allocation allocation) {
        allocation.begin();
        store.apply(calls);
        allocation.end();
    }

    @TearDown
    public void check() {
        expectEqual("The number of wrong cells", store.differences(new CallTotals(subscribers, calls)), 0L);
    }
}
