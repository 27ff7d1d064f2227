package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelEvents;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
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

/**
 * Measures an event by window policy, over otherwise equal models. The secondary result is the same event in the twin with a tumbling
 * window, measured right before.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(
        value = 1,
        jvmArgs = {WindowUpdateBenchmark.HEAP, EngineBenchmark.HUGE_PAGES, EngineBenchmark.VECTOR_MODULE})
public class WindowUpdateBenchmark extends EngineBenchmark {
    /** Holds two million records, half of them with a hundred events each. */
    static final String HEAP = "-Xmx12g";

    static final String TUMBLING = "tumblingNanos";

    static final int EVENTS = 1 << 20;
    static final String DAY = "1 day";
    static final String PANES = "last 24 hours";
    static final String LAST_EVENTS = "last 100 events";
    static final String NO_COLUMNS = "none";
    static final String ALL_COLUMNS = "all";

    /** The first is the twin itself, which shows how far two equal measurements differ. */
    @Param({DAY, PANES, LAST_EVENTS})
    String window;

    /** Kept for scans, each with its next value if the window slides. */
    @Param({NO_COLUMNS, ALL_COLUMNS})
    String columns;

    @Param("1000000")
    int subscribers;

    private int eventsOfAnInvocation;
    private ModelEvents tumbling;
    private ModelEvents measured;
    private double nanosOfTumbling;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double tumblingNanos;
    }

    @Setup
    public void fill() {
        fill(EVENTS);
    }

    void fill(int events) {
        eventsOfAnInvocation = events;
        tumbling = events(DAY);
        measured = events(window);
    }

    private ModelEvents events(String policy) {
        MeasuredModel model = MeasuredModel.withWindow(policy);
        ModelMatrix matrix = new ModelMatrix(model, kept(model), kernelsOf(SCALAR), new HeapRecords());
        matrix.addRows(subscribers);
        return new ModelEvents(model.model(), matrix, subscribers, eventsOfAnInvocation);
    }

    private Collection<String> kept(MeasuredModel model) {
        return columns.equals(NO_COLUMNS)
                ? Set.of()
                : MatrixSchema.of(model.model()).columns().stream()
                        .map(StoredColumn::name)
                        .toList();
    }

    @Setup(Level.Invocation)
    public void updateTumbling() {
        long startNanos = System.nanoTime();
        tumbling.apply();
        nanosOfTumbling = (double) (System.nanoTime() - startNanos) / eventsOfAnInvocation;
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void update(Beside beside) {
        beside.tumblingNanos = nanosOfTumbling;
        measured.apply();
    }

    @TearDown
    public void check() {
        requireCounted(tumbling);
        requireCounted(measured);
    }
}
