package dev.aimonflink.bench.jmh;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SerializationBenchmarkTest {
    private final SerializationBenchmark benchmark = new SerializationBenchmark();
    private final SerializationBenchmark.Beside beside = new SerializationBenchmark.Beside();

    @ParameterizedTest
    @CsvSource({"binary, 25, 25", "kryo, 15, 19", "plain-kryo, 10, 30", "json, 80, 120"})
    void shouldWriteAndReadEveryEvent(String format, double fewestBytes, double mostBytes) {
        benchmark.format = format;
        benchmark.events = 1_000;
        benchmark.fill();
        benchmark.write(beside);
        assertThat(benchmark.read()).isPositive();
        benchmark.check();
        assertThat(beside.bytesPerEvent).isBetween(fewestBytes, mostBytes);
        benchmark.written[3] = benchmark.written[4];
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The number of wrong events is 1, not 0");
    }
}
