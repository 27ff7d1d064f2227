package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.roofline.ReadCells;
import dev.aimonflink.bench.roofline.Sums;
import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.ScanQuery;
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
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Measures a pass for one query, and right before it the roofline: a plain vectorised sum over the same bytes. Both meet the same load of
 * the machine, so their ratio is steadier than their times.
 */
@Warmup(iterations = 100)
@Measurement(iterations = 100)
public class ScanBenchmark extends EngineBenchmark {
    static final String ROOFLINE = "rooflineMs";

    /** Without the loops written for these queries: by vectors, like any other statement. */
    static final String NONE = "none";

    @Param({"1000000", "10000000"})
    int rows;

    @Param({VECTOR, SCALAR, NONE})
    String kernels;

    private final Sums sums = Sums.vector();
    private Matrix matrix;
    private ScanQuery query;
    private List<List<Object>> expected;
    private ReadCells cells;
    private int plainSum;
    private double rooflineMs;
    private Partial last;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double rooflineMs;
    }

    @Setup
    public void fill(BenchmarkParams benchmark) {
        String name = benchmark.getBenchmark();
        MatrixSchema schema = CallModel.schema(CallModel.AGGREGATES_PER_COPY);
        String method = name.substring(name.lastIndexOf('.') + 1);
        fill(method.equals("flatRate") ? "flat_rate" : method, new Population(schema, rows));
    }

    void fill(String id, Population population) {
        matrix = Matrix.of(population, kernelsOf(kernels.equals(NONE) ? VECTOR : kernels));
        query = matrix.query(id);
        if (kernels.equals(NONE)) {
            query = ((SqlQuery) query).atBestBy(ScanWay.Kind.VECTORS);
        }
        expected = population.answer(AskedQuery.withDefaults(id));
        cells = ReadCells.of(matrix, id);
        plainSum = cells.sum(ScanBenchmark::plainSum);
    }

    private static int plainSum(int[] cells, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += cells[i];
        }
        return sum;
    }

    @Setup(Level.Invocation)
    public void sumUp() {
        long startNanos = System.nanoTime();
        int sum = cells.sum(sums);
        rooflineMs = (System.nanoTime() - startNanos) / 1e6;
        expectEqual("The sum over the cells", sum, plainSum);
    }

    @TearDown(Level.Invocation)
    public void check() {
        expectEqual("The answer", query.answer(last), expected);
    }

    private void scan(Beside beside, Allocation allocation) {
        beside.rooflineMs = rooflineMs;
        allocation.begin();
        last = matrix.scan(query);
        allocation.end();
    }

    @Benchmark
    public void q1(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q2(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q3(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q4(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q5(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q6(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q7(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void flatRate(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }
}
