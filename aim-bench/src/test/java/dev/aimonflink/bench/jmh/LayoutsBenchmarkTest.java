package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.layout.Layout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("compiled")
class LayoutsBenchmarkTest {
    private final LayoutsBenchmark benchmark = new LayoutsBenchmark();
    private final LayoutsBenchmark.Beside beside = new LayoutsBenchmark.Beside();

    private void fill(String layout) {
        benchmark.layout = layout;
        benchmark.aggregates = 546;
        benchmark.subscribers = 300;
        benchmark.fill(3_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {Layout.ROWS, Layout.PAX_16, Layout.PAX_64, Layout.PAX_1024, Layout.COLUMNS, Layout.OURS})
    void shouldCountEveryCallOnceInEachIterationAndScan(String layout) {
        fill(layout);
        for (int iteration = 0; iteration < 2; iteration++) {
            benchmark.clear();
            benchmark.update();
        }
        benchmark.check();
        benchmark.scan(beside);
        benchmark.check();
        assertThat(beside.q1Ms).isPositive();
        assertThat(beside.q7Ms).isPositive();
    }

    @Test
    void shouldFailIfCallsAreCountedTwice() {
        fill(Layout.PAX_64);
        benchmark.update();
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("The number of wrong cells is [1-9]\\d*, not 0");
    }

    @Test
    void shouldFailIfAnAnswerWasWrong() {
        fill(Layout.COLUMNS);
        benchmark.clear();
        benchmark.scan(beside);
        benchmark.update();
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("q1 is [[null]], not [[");
    }
}
