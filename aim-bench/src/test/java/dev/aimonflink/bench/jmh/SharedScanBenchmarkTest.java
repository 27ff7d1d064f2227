package dev.aimonflink.bench.jmh;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

@Tag("compiled")
class SharedScanBenchmarkTest {
    private static final MatrixSchema SCHEMA = CallModel.schema(42);

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
        assertFails(IllegalStateException.class, benchmark::check)
                .hasMessageStartingWith("What the queries answer together is [[");
    }

    @Test
    void shouldGoRoundAndRoundTheSevenQueries() {
        List<ScanQuery> mix = SharedScanBenchmark.mix(SCHEMA, 16);
        assertThat(mix).hasSize(16);
        assertThat(mix.subList(0, 7)).extracting(ScanQuery::shapeHash).doesNotHaveDuplicates();
        assertThat(List.of(mix.get(15).shapeHash(), mix.get(8).shapeHash()))
                .containsOnly(mix.get(1).shapeHash());
    }

    @Test
    void shouldVaryParametersAndBeTheSameEachTime() {
        List<ScanQuery> mix = SharedScanBenchmark.mix(SCHEMA, 64);
        assertThat(mix.stream().distinct().count()).isGreaterThan(20);
        assertThat(SharedScanBenchmark.mix(SCHEMA, 64)).isEqualTo(mix);
    }
}
