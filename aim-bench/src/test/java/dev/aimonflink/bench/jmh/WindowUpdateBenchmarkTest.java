package dev.aimonflink.bench.jmh;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class WindowUpdateBenchmarkTest {
    private final WindowUpdateBenchmark benchmark = new WindowUpdateBenchmark();
    private final WindowUpdateBenchmark.Beside beside = new WindowUpdateBenchmark.Beside();

    @ParameterizedTest
    @ValueSource(strings = {"1 day", "last 24 hours", "last 100 events"})
    void shouldCountEveryEventInTheWindowAndInItsTwin(String window) {
        benchmark.window = window;
        benchmark.subscribers = 50;
        benchmark.fill(1_000);
        for (int invocation = 0; invocation < 3; invocation++) {
            benchmark.updateTumbling();
            benchmark.update(beside);
        }
        benchmark.check();
        assertThat(beside.tumblingNanos).isPositive();
    }
}
