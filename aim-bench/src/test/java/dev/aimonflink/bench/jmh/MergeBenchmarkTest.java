package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Population;
import dev.aimonflink.matrix.calls.CallModel;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("compiled")
class MergeBenchmarkTest {
    private final MergeBenchmark benchmark = new MergeBenchmark();
    private final MergeBenchmark.Beside beside = new MergeBenchmark.Beside();

    MergeBenchmarkTest() {
        benchmark.partitions = 4;
        benchmark.rows = 5_000;
    }

    @ParameterizedTest
    @FieldSource("dev.aimonflink.query.request.Catalogue#BENCHMARK")
    void shouldMergeIntoTheAnswerOverAllRows(String query) throws IOException {
        benchmark.query = query;
        benchmark.fill();
        benchmark.merge(beside);
        benchmark.check();
        assertThat(beside.partialBytes).isPositive();
    }

    @Test
    void shouldFailIfTheAnswerIsWrong() throws IOException {
        benchmark.query = "q1";
        benchmark.fill();
        benchmark.merge(beside);
        benchmark.fill(new Population(CallModel.schema(42), benchmark.rows, Population.SEED + 1));
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("The merged answer is [[");
    }
}
