package dev.aimonflink.bench.jmh;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("compiled")
class StoresBenchmarkTest {
    /** The check compares with a recomputation. */
    @ParameterizedTest
    @ValueSource(strings = {StoresBenchmark.ROCKSDB, StoresBenchmark.HASH_MAP, StoresBenchmark.COLUMNS})
    void shouldAnswerRightFromEachStore(String store) throws Exception {
        StoresBenchmark benchmark = new StoresBenchmark();
        benchmark.store = store;
        benchmark.aggregates = 42;
        benchmark.rows = 1_000;
        benchmark.fill();
        benchmark.q1();
        benchmark.check();
    }
}
