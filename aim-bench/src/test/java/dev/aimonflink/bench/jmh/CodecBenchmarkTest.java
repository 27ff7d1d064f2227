package dev.aimonflink.bench.jmh;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CodecBenchmarkTest {
    private final CodecBenchmark benchmark = new CodecBenchmark();
    private final CodecBenchmark.Beside beside = new CodecBenchmark.Beside();

    private void fill(String format) {
        benchmark.format = format;
        benchmark.events = 1_000;
        benchmark.fill();
    }

    @ParameterizedTest
    @CsvSource({"binary, 25, 25", "kryo, 15, 19", "plain-kryo, 10, 30", "json, 80, 120"})
    void shouldEncodeAndDecodeEveryEvent(String format, double fewestBytes, double mostBytes) {
        fill(format);
        benchmark.encode(beside);
        benchmark.check();
        benchmark.decode();
        benchmark.check();
        assertThat(beside.bytesPerEvent).isBetween(fewestBytes, mostBytes);
    }

    @Test
    void shouldFailIfOneEventWasDecodedWrong() {
        fill("binary");
        benchmark.encode(beside);
        benchmark.decode();
        benchmark.encoded[3] = benchmark.encoded[4];
        benchmark.decode();
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The number of wrong decoded events is 1, not 0");
    }

    @Test
    void shouldFailIfOneEventWasEncodedWrong() {
        fill("kryo");
        benchmark.encoded[3] = benchmark.encoded[4];
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The number of wrong encoded events is 1, not 0");
    }
}
