package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.sqllogic.LogicRecord.Expected;
import dev.aimonflink.query.sqllogic.LogicRecord.Order;
import dev.aimonflink.query.sqllogic.LogicRecord.Question;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShownValuesTest {
    private static final List<List<Object>> PAIRS = List.of(List.of(2L, 30L), List.of(10L, 4L), List.of(10L, 1L));

    private static Question question(String types, Order order, Expected expected) {
        return new Question(1, types, order, "SELECT", expected);
    }

    private static List<String> shown(String types, Object... row) {
        return ShownValues.of(question(types, Order.NOSORT, Expected.of(List.of())), List.of(Arrays.asList(row)));
    }

    @Test
    void shouldShowValuesAsTheirLettersSay() {
        assertThat(shown("IIIIR", 7L, new BigDecimal("-2.999"), 1.9e3, null, new BigDecimal("0.0005")))
                .containsExactly("7", "-2", "1900", "NULL", "0.001");
        assertThat(shown("RTTT", 7L, "", "a\tb\u00fc", null)).containsExactly("7.000", "(empty)", "a@b@", "NULL");
    }

    @Test
    void shouldSortAsTextsInEachOrder() {
        assertThat(ShownValues.of(question("II", Order.NOSORT, null), PAIRS))
                .containsExactly("2", "30", "10", "4", "10", "1");
        assertThat(ShownValues.of(question("II", Order.ROWSORT, null), PAIRS))
                .containsExactly("10", "1", "10", "4", "2", "30");
        assertThat(ShownValues.of(question("II", Order.VALUESORT, null), PAIRS))
                .containsExactly("1", "10", "10", "2", "30", "4");
    }

    @Test
    void shouldCompareValuesAndTheirHash() {
        Question listed = question("I", Order.ROWSORT, Expected.of(List.of("585", "585", "585")));
        // The hash of "585\n" three times.
        Question hashed = question("I", Order.ROWSORT, Expected.hash(3, "e7d88444b937154fdd75139834396a24"));
        List<List<Object>> right = List.of(List.of(585L), List.of(585L), List.of(585L));
        for (Question each : List.of(listed, hashed)) {
            assertThat(ShownValues.areExpected(each, right)).isTrue();
            assertThat(ShownValues.areExpected(each, right.subList(0, 2))).isFalse();
            assertThat(ShownValues.areExpected(each, List.of(List.of(585L), List.of(585L), List.of(584L))))
                    .isFalse();
        }
    }

    @Test
    void shouldNotTakeRowsOfAnotherWidth() {
        Question question = question("II", Order.VALUESORT, Expected.of(List.of("1", "2")));
        assertThat(ShownValues.areExpected(question, List.of(List.of(1L), List.of(2L))))
                .isFalse();
        assertThat(ShownValues.areExpected(question, List.of(List.of(1L, 2L)))).isTrue();
    }

    @Test
    void shouldKeepAllDigitsWhereTheyAreCompared() {
        Question question = question("I", Order.NOSORT, Expected.of(List.of("2")));
        List<List<Object>> rows = List.of(List.of(new BigDecimal("2.50")));
        assertThat(ShownValues.areExpected(question, rows)).isTrue();
        assertThat(ShownValues.exact(question, rows)).containsExactly("2.50");
    }
}
