package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.CallStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UpdateBenchmarkTest {
    private final UpdateBenchmark benchmark = new UpdateBenchmark();
    private final EngineBenchmark.Allocation allocation = new EngineBenchmark.Allocation();

    private void fill(int aggregates, String distribution, String columns) {
        benchmark.aggregates = aggregates;
        benchmark.distribution = distribution;
        benchmark.columns = columns;
        benchmark.subscribers = 300;
        benchmark.fill(3_000);
    }

    @ParameterizedTest
    @CsvSource({
        "42, uniform, auto",
        "42, zipf, none",
        "546, uniform, none",
        "546, zipf, auto",
    })
    void shouldCountEveryCallOnceInEachIteration(int aggregates, String distribution, String columns) {
        fill(aggregates, distribution, columns);
        for (int iteration = 0; iteration < 2; iteration++) {
            benchmark.clear();
            benchmark.update(allocation);
        }
        benchmark.check();
    }

    @Test
    void shouldFailIfCallsAreCountedTwice() {
        fill(42, CallStream.UNIFORM, UpdateBenchmark.AUTO);
        benchmark.update(allocation);
        benchmark.update(allocation);
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("The number of wrong cells is [1-9]\\d*, not 0");
    }
}
