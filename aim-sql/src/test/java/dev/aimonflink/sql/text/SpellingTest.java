package dev.aimonflink.sql.text;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SpellingTest {
    private static final List<String> NAMES = List.of("all", "local", "long-distance");

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "local, local, 0",
        "locl, local, 1",
        "locall, local, 1",
        "lacal, local, 1",
        "lcoal, local, 1",
        "loca, lcoal, 2",
        "'', all, 3",
        "kitten, sitting, 3",
    })
    void shouldCountTheErrors(String written, String meant, int errors) {
        assertThat(Spelling.errors(written, meant)).isEqualTo(errors);
        assertThat(Spelling.errors(meant, written)).isEqualTo(errors);
    }

    @ParameterizedTest
    @CsvSource({"locl, local", "al, all", "long_distance, long-distance", "lnog-distnace, long-distance", "all, all"})
    void shouldFindWhatWasMeant(String written, String meant) {
        assertThat(Spelling.closest(written, NAMES)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"''", "xyz", "roaming", "ll_b"})
    void shouldFindNothingWhereTooMuchIsDifferent(String written) {
        assertThat(Spelling.closest(written, NAMES)).isEmpty();
    }

    @Test
    void shouldTakeTheFirstOfThoseThatAreEquallyClose() {
        assertThat(Spelling.closest("caat", List.of("chat", "coat", "cat", "cart")))
                .contains("chat");
        assertThat(Spelling.closest("cats", List.of("coat", "cat", "cart"))).contains("cat");
    }

    @Test
    void shouldFindThoseWithTheSameWords() {
        List<String> columns =
                List.of("count_events", "sum_fee_of_all_this_week", "sum_fee_this_day", "max_fee_this_week");
        assertThat(Spelling.alike("sum_fee_today", columns, 3))
                .containsExactly("sum_fee_this_day", "sum_fee_of_all_this_week");
        assertThat(Spelling.alike("sum_fee_today", columns, 1)).containsExactly("sum_fee_this_day");
        assertThat(Spelling.alike("avg_fee_this_wek", columns, 3))
                .containsExactly("max_fee_this_week", "sum_fee_of_all_this_week");
        assertThat(Spelling.alike("avg_fee", columns, 3)).hasSize(3);
        assertThat(Spelling.alike("avg_fee_tomorrow", columns, 3)).isEmpty();
        assertThat(Spelling.alike("x", List.of("y", "a_z"), 3)).isEmpty();
        assertThat(Spelling.alike("", columns, 3)).isEmpty();
        assertThat(Spelling.alike("sum", List.of(), 3)).isEmpty();
        assertThat(Spelling.alike("fee_".repeat(32), columns, 3)).hasSize(3);
        assertThat(Spelling.alike("fee_".repeat(32) + "x", columns, 3)).isEmpty();
    }
}
