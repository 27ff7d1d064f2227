package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Population;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.schema.MatrixSchema;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class VectorScanBenchmarkTest {
    private static final MatrixSchema SCHEMA = CallSchema.withAggregates(42);
    private static final int ROWS = 20_000;

    private final VectorScanBenchmark benchmark = new VectorScanBenchmark();
    private final VectorScanBenchmark.Beside beside = new VectorScanBenchmark.Beside();
    private final EngineBenchmark.Allocation allocation = new EngineBenchmark.Allocation();

    @Test
    void shouldMeasureEachQueryBesideItsHandWrittenKernel() {
        run("q1", () -> benchmark.q1(beside, allocation));
        run("q2", () -> benchmark.q2(beside, allocation));
        run("q4", () -> benchmark.q4(beside, allocation));
        run("q5", () -> benchmark.q5(beside, allocation));
        run("q7", () -> benchmark.q7(beside, allocation));
        assertThat(beside.handWrittenMs).isPositive();
    }

    @Test
    void shouldMeasureQuestionsThatTheCatalogueLacks() {
        run("wideFilter", () -> benchmark.wideFilter(allocation));
        run("product", () -> benchmark.product(allocation));
        run("threeCodes", () -> benchmark.threeCodes(allocation));
    }

    private void run(String question, Runnable scan) {
        benchmark.fill(question, new Population(SCHEMA, ROWS));
        benchmark.scanByHand();
        scan.run();
        benchmark.check();
        assertThat(allocation.allocatedBytes).isPositive();
    }

    @Test
    void shouldFailIfAnAnswerIsWrong() {
        benchmark.fill("q1", new Population(SCHEMA, ROWS));
        benchmark.q1(beside, allocation);
        benchmark.expect("[[1.5]]");
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("The answer is \\[\\[.*]], not \\[\\[1.5]]");
    }

    @Test
    void shouldRefuseAQuestionThatThereIsNot() {
        assertThatThrownBy(() -> benchmark.fill("q9", new Population(SCHEMA, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no question 'q9'.");
    }
}
