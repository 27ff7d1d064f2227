package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SqlTextsTest {
    private static final int DRAWN = 2_000;

    private static Set<String> drawn() {
        SqlTexts texts = new SqlTexts(7, 100);
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < DRAWN; i++) {
            all.add((String) texts.seven().params().get("text"));
        }
        return all;
    }

    @Test
    void shouldDrawTheSevenWithOtherParameters() {
        Set<String> shapes = Catalogue.BENCHMARK.stream()
                .map(id -> QueryPool.text(AskedQuery.withDefaults(id)))
                .map(SqlTextsTest::withoutParameters)
                .collect(Collectors.toSet());
        Set<String> all = drawn();
        assertThat(all.stream().map(SqlTextsTest::withoutParameters).collect(Collectors.toSet()))
                .isEqualTo(shapes);
        assertThat(all).hasSizeBetween(15, 35);
    }

    private static String withoutParameters(String text) {
        return text.replaceAll("> \\d+", "> ?").replaceAll("= '[^']*'", "= ?");
    }

    @Test
    void shouldDrawTheSameOnesAgain() {
        assertThat(drawn()).isEqualTo(drawn());
    }
}
