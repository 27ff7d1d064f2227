package dev.aimonflink.bench.jmh;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class WindowUpdateBenchmarkTest {
    private final WindowUpdateBenchmark benchmark = new WindowUpdateBenchmark();
    private final WindowUpdateBenchmark.Beside beside = new WindowUpdateBenchmark.Beside();

    @ParameterizedTest
    @CsvSource({
        "1 day, none",
        "1 day, all",
        "last 24 hours, none",
        "last 24 hours, all",
        "last 100 events, none",
        "last 100 events, all"
    })
    void shouldCountEveryEventInTheWindowAndInItsTwin(String window, String columns) {
        benchmark.window = window;
        benchmark.columns = columns;
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
