package dev.aimonflink.bench.load;

import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueryPoolTest {
    private static final long SEED = 3;
    private static final int DRAWS = 10_000;

    private static Map<String, Long> drawn(QueryPool.Profile profile) {
        return Stream.generate(QueryPool.of(profile, SEED))
                .limit(DRAWS)
                .collect(Collectors.groupingBy(AskedQuery::query, Collectors.counting()));
    }

    @Test
    void shouldDrawByWeight() {
        Map<String, Long> counts = drawn(QueryPool.Profile.Q1_W2_W3);
        assertThat(counts).containsOnlyKeys("q1", "w2", "w3");
        assertThat(counts.get("q1")).isBetween(DRAWS * 36L / 100, DRAWS * 44L / 100);
        assertThat(counts.get("w2")).isBetween(DRAWS * 36L / 100, DRAWS * 44L / 100);
        assertThat(drawn(QueryPool.Profile.SEVEN)).containsOnlyKeys(Catalogue.BENCHMARK);
        assertThat(drawn(QueryPool.Profile.Q1_W2)).containsOnlyKeys("q1", "w2");
        assertThat(drawn(QueryPool.Profile.Q1)).containsOnlyKeys("q1");
        assertThat(drawn(QueryPool.Profile.FLAT_RATE)).containsOnlyKeys("flat_rate");
    }

    @Test
    void shouldGiveNoCallThatIsNotAmongAll() {
        QueryPool pool = QueryPool.of(QueryPool.Profile.SEVEN, SEED);
        List<AskedQuery> all = pool.all();
        assertThat(all).doesNotHaveDuplicates().hasSizeGreaterThan(7);
        assertThat(Stream.generate(pool).limit(DRAWS).distinct()).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void shouldGiveTheSameCallsByTheSameSeed() {
        Function<Long, List<AskedQuery>> calls = seed -> Stream.generate(QueryPool.of(QueryPool.Profile.SEVEN, seed))
                .limit(100)
                .toList();
        assertThat(calls.apply(SEED)).isEqualTo(calls.apply(SEED)).isNotEqualTo(calls.apply(SEED + 1));
    }
}
