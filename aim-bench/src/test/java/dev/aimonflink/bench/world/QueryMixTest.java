package dev.aimonflink.bench.world;

import dev.aimonflink.core.query.ScanQuery;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueryMixTest {
    private static final MatrixSchema SCHEMA = MatrixSchema.withAggregates(42);

    @Test
    void shouldGoRoundAndRoundTheSevenQueries() {
        List<ScanQuery> mix = QueryMix.of(SCHEMA, 16);
        assertThat(mix).hasSize(16);
        assertThat(mix.subList(0, 7)).extracting(Object::getClass).doesNotHaveDuplicates();
        assertThat(mix.get(15)).hasSameClassAs(mix.get(8)).hasSameClassAs(mix.get(1));
    }

    @Test
    void shouldVaryParametersAndBeTheSameEachTime() {
        List<ScanQuery> mix = QueryMix.of(SCHEMA, 64);
        assertThat(mix.stream().distinct().count()).isGreaterThan(20);
        assertThat(QueryMix.of(SCHEMA, 64)).isEqualTo(mix);
    }
}
