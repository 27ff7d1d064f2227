package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.setup.KeptColumns;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures applying an event of any model to its record, as {@link UpdateBenchmark} does for calls. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(
        value = 1,
        jvmArgs = {ModelUpdateBenchmark.HEAP, EngineBenchmark.HUGE_PAGES, EngineBenchmark.VECTOR_MODULE})
public class ModelUpdateBenchmark extends EngineBenchmark {
    /** Holds a million records of the payments. */
    static final String HEAP = "-Xmx16g";

    /** The events of one invocation. */
    static final int EVENTS = 1 << 20;

    /** A shipped model, one of the job's, or a file. */
    @Param({MeasuredModel.PAYMENTS, MeasuredModel.WIDE})
    String model;

    /** The columns for scans. */
    @Param({UpdateBenchmark.NONE, UpdateBenchmark.AUTO})
    String columns;

    @Param("100000")
    int subscribers;

    private ModelEvents events;

    @Setup
    public void fill() {
        fill(EVENTS);
    }

    void fill(int eventsOfAnInvocation) {
        MeasuredModel measured = MeasuredModel.of(model);
        Collection<String> kept = columns.equals(UpdateBenchmark.AUTO)
                ? KeptColumns.of(MatrixSchema.of(measured.model()), List.of(KeptColumns.AUTO))
                : List.of();
        ModelMatrix matrix = new ModelMatrix(measured, kept, kernelsOf(SCALAR), new HeapRecords());
        matrix.addRows(subscribers);
        events = new ModelEvents(measured.model(), matrix, subscribers, eventsOfAnInvocation);
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public void update(Allocation allocation) {
        allocation.begin();
        events.apply();
        allocation.end();
    }

    @TearDown
    public void check() {
        events.requireCounted();
    }
}
