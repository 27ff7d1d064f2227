package dev.aimonflink.bench.jmh;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SharedScanBenchmarkTest {
    private final SharedScanBenchmark benchmark = new SharedScanBenchmark();
    private final SharedScanBenchmark.Beside beside = new SharedScanBenchmark.Beside();

    private void fill(int rows, int queries) {
        benchmark.rows = rows;
        benchmark.queries = queries;
        benchmark.fill();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16, 64})
    void shouldAnswerTogetherAsSeparately(int queries) {
        fill(20_000, queries);
        benchmark.scanSeparately();
        benchmark.shared(beside);
        benchmark.check();
        assertThat(beside.separateMs).isPositive();
    }

    @Test
    void shouldFailIfTheAnswersDiffer() {
        fill(20_000, 16);
        benchmark.shared(beside);
        fill(20_001, 16);
        benchmark.scanSeparately();
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(WrongAnswerException.class)
                .hasMessageStartingWith("What the queries answer together is [[");
    }
}
