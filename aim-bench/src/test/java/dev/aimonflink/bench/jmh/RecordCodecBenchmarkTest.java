package dev.aimonflink.bench.jmh;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordCodecBenchmarkTest {
    private final RecordCodecBenchmark benchmark = new RecordCodecBenchmark();
    private final RecordCodecBenchmark.Beside beside = new RecordCodecBenchmark.Beside();

    private void fill(int aggregates) throws IOException {
        benchmark.aggregates = aggregates;
        benchmark.fill(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {42, 126})
    void shouldWriteAndReadEveryRecord(int aggregates) throws IOException {
        fill(aggregates);
        benchmark.write(beside);
        benchmark.check();
        benchmark.read();
        benchmark.check();
        assertThat(beside.bytesPerRecord).isBetween(1.0, 16.0 * aggregates);
    }

    @Test
    void shouldFailIfOneRecordWasReadWrong() throws IOException {
        fill(42);
        benchmark.records[3] = benchmark.records[4];
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The number of wrong read records is 1, not 0");
    }
}
