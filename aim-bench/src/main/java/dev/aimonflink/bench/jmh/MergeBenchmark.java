package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.ScanQuery;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures reading the partials of all partitions from their bytes, merging them, and making the answer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class MergeBenchmark extends EngineBenchmark {
    @Param({"q1", "q2", "q3", "q4", "q5", "q6", "q7"})
    String query;

    @Param({"4", "32"})
    int partitions;

    @Param("1000000")
    int rows;

    private ScanQuery asked;
    private byte[][] partials;
    private int largestBytes;
    private List<List<Object>> expected;
    private List<List<Object>> answer;

    /** The secondary results of each sample. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public long partialBytes;
    }

    @Setup
    public void fill() {
        fill(new Population(CallModel.schema(CallModel.AGGREGATES_PER_COPY), rows));
    }

    void fill(Population population) {
        expected = population.answer(AskedQuery.withDefaults(query));
        partials = new byte[partitions][];
        for (int i = 0; i < partitions; i++) {
            Matrix part = Matrix.of(population, kernelsOf(VECTOR), new Part.Source(i, partitions, 0));
            asked = part.query(query);
            partials[i] = part.scan(asked).toBytes();
        }
        largestBytes = Arrays.stream(partials)
                .mapToInt(partial -> partial.length)
                .max()
                .orElseThrow();
    }

    @Benchmark
    public List<List<Object>> merge(Beside beside) throws IOException {
        Partial merged = Partial.read(partials[0]);
        for (int i = 1; i < partials.length; i++) {
            merged = merged.merge(Partial.read(partials[i]));
        }
        beside.partialBytes = largestBytes;
        answer = asked.answer(merged);
        return answer;
    }

    @TearDown(Level.Iteration)
    public void check() {
        expectEqual("The merged answer", answer, expected);
    }
}
