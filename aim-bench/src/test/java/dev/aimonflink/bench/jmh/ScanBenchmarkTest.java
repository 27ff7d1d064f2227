package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Population;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

@Tag("compiled")
class ScanBenchmarkTest {
    private static final MatrixSchema SCHEMA = CallModel.schema(42);
    private static final int ROWS = 20_000;

    private final ScanBenchmark benchmark = new ScanBenchmark();
    private final ScanBenchmark.Beside beside = new ScanBenchmark.Beside();
    private final EngineBenchmark.Allocation allocation = new EngineBenchmark.Allocation();

    ScanBenchmarkTest() {
        benchmark.rows = ROWS;
        benchmark.kernels = EngineBenchmark.VECTOR;
    }

    @ParameterizedTest
    @ValueSource(strings = {EngineBenchmark.VECTOR, EngineBenchmark.SCALAR, ScanBenchmark.NONE})
    void shouldMeasureEachQueryBesideItsRoofline(String kernels) {
        benchmark.kernels = kernels;
        runAs("q1", benchmark::q1);
        runAs("q2", benchmark::q2);
        runAs("q3", benchmark::q3);
        runAs("q4", benchmark::q4);
        runAs("q5", benchmark::q5);
        runAs("q6", benchmark::q6);
        runAs("q7", benchmark::q7);
        runAs("flat_rate", benchmark::flatRate);
    }

    private interface Scan {
        void run(ScanBenchmark.Beside beside, EngineBenchmark.Allocation allocation);
    }

    private void runAs(String query, Scan scan) {
        benchmark.fill(query, new Population(SCHEMA, benchmark.rows));
        benchmark.sumUp();
        scan.run(beside, allocation);
        benchmark.check();
        assertThat(beside.rooflineMs).isPositive();
        assertThat(allocation.allocatedBytes).isPositive();
    }

    @Test
    void shouldFailIfAnAnswerIsWrong() {
        benchmark.fill("q1", new Population(SCHEMA, ROWS));
        benchmark.q1(beside, allocation);
        benchmark.fill("q1", new Population(SCHEMA, ROWS + 1));
        assertFails(IllegalStateException.class, benchmark::check)
                .hasMessageMatching("The answer is \\[\\[.*]], not \\[\\[.*]]");
    }

    @Test
    void shouldRefuseKernelsThatAreNone() {
        benchmark.kernels = "gpu";
        assertFails(IllegalArgumentException.class, () -> benchmark.fill("q1", new Population(SCHEMA, 1)))
                .hasMessage("There are no kernels 'gpu'.");
    }
}
