package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelEvents;
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

/** Measures applying an event to record and columns. All entities exist, and no update may allocate. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(
        value = 1,
        jvmArgs = {UpdateBenchmark.HEAP, EngineBenchmark.HUGE_PAGES, EngineBenchmark.VECTOR_MODULE})
public class UpdateBenchmark extends EngineBenchmark {
    /** Holds a million records of the payments; those of the papers take less than half. */
    static final String HEAP = "-Xmx16g";

    static final int EVENTS = 1 << 20;

    static final String AUTO = "auto";
    static final String NONE = "none";

    /** One of the job's, a shipped one, or a file. */
    @Param({"aim-42", "aim-546"})
    String model;

    /** The columns for scans. */
    @Param({AUTO, NONE})
    String columns;

    @Param("1000000")
    int subscribers;

    private ModelEvents events;

    @Setup
    public void fill() {
        fill(EVENTS);
    }

    void fill(int eventsOfAnInvocation) {
        MeasuredModel measured = MeasuredModel.of(model);
        Collection<String> kept = columns.equals(AUTO)
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
        requireCounted(events);
    }
}
