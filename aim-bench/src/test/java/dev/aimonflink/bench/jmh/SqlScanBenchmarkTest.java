package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Population;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("compiled")
class SqlScanBenchmarkTest {
    private static final MatrixSchema SCHEMA = CallModel.schema(42);
    private static final int ROWS = 20_000;

    private final SqlScanBenchmark benchmark = new SqlScanBenchmark();
    private final SqlScanBenchmark.Beside beside = new SqlScanBenchmark.Beside();
    private final EngineBenchmark.Allocation allocation = new EngineBenchmark.Allocation();

    @ParameterizedTest
    @ValueSource(strings = {SqlScanBenchmark.KERNELS, SqlScanBenchmark.VECTORS})
    void shouldMeasureEachQueryBesideTheHandWrittenOne(String best) {
        benchmark.best = best;
        run("q1", () -> benchmark.q1(beside, allocation));
        run("q2", () -> benchmark.q2(beside, allocation));
        run("q3", () -> benchmark.q3(beside, allocation));
        run("q4", () -> benchmark.q4(beside, allocation));
        run("q5", () -> benchmark.q5(beside, allocation));
        run("q6", () -> benchmark.q6(beside, allocation));
        run("q7", () -> benchmark.q7(beside, allocation));
    }

    private void run(String question, Runnable scan) {
        benchmark.fill(question, new Population(SCHEMA, ROWS));
        benchmark.scanByHand();
        scan.run();
        benchmark.check();
        assertThat(allocation.allocatedBytes).isPositive();
        assertThat(beside.handWrittenMs).isPositive();
    }

    @Test
    void shouldFailIfAnAnswerIsWrong() {
        benchmark.best = SqlScanBenchmark.KERNELS;
        benchmark.fill("q1", new Population(SCHEMA, ROWS));
        benchmark.q1(beside, allocation);
        benchmark.expect(List.of(List.of(1)));
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("The answer is \\[\\[.*]], not \\[\\[1]]");
    }
}
