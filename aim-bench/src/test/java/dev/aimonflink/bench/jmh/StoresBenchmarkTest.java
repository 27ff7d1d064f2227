package dev.aimonflink.bench.jmh;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("compiled")
class StoresBenchmarkTest {
    @ParameterizedTest
    @ValueSource(strings = {StoresBenchmark.ROCKSDB, StoresBenchmark.HASH_MAP, StoresBenchmark.COLUMNS})
    void shouldAnswerRightFromEachStore(String store) throws Exception {
        StoresBenchmark benchmark = new StoresBenchmark();
        benchmark.store = store;
        benchmark.aggregates = 42;
        benchmark.rows = 1_000;
        benchmark.fill();
        benchmark.q1();
        assertThatCode(benchmark::check).as("equal to a recomputation").doesNotThrowAnyException();
        benchmark.answer = List.of(List.of(1.5));
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("The average of " + store + " is 1500000, not ");
        benchmark.close();
    }
}
