package dev.aimonflink.sql.bind;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RowsByKeyTest {
    private static Object[] row(Object... values) {
        return values;
    }

    @Test
    void shouldGiveTheValueOfEqualKeys() {
        RowsByKey rows = new RowsByKey(
                2, false, List.of(row(new BigDecimal("1.50"), "a", 7L), row(new BigDecimal("2"), "a", null)));
        assertThat(rows.valueOf(new BigDecimal("1.5"), "a", 0L)).isEqualTo(7L);
        assertThat(rows.valueOf(new BigDecimal("2.0"), "a", 0L)).isNull();
        assertThat(rows.valueOf(new BigDecimal("2.0"), "b", 0L)).isEqualTo(0L);
    }

    @Test
    void shouldFindNoKeyThatIsNull() {
        RowsByKey rows = new RowsByKey(2, false, List.of(row(null, 1L, 7L), row(1L, null, 8L)));
        assertThat(rows.valueOf(null, 1L, 0L)).isEqualTo(0L);
        assertThat(rows.valueOf(1L, null, 0L)).isEqualTo(0L);
        assertThat(rows.rows()).isEmpty();
    }

    @Test
    void shouldKnowThreeResultsOfTheSetOfAKey() {
        RowsByKey rows = new RowsByKey(1, true, List.of(row(1L, "a"), row(1L, "b"), row(2L, "a"), row(2L, null)));
        assertThat(rows.valueOf(1L, "b")).isEqualTo(true);
        assertThat(rows.valueOf(1L, "c")).isEqualTo(false);
        assertThat(rows.valueOf(1L, null)).isNull();
        assertThat(rows.valueOf(2L, "a")).isEqualTo(true);
        assertThat(rows.valueOf(2L, "c")).isNull();
        assertThat(rows.valueOf(3L, "a")).isEqualTo(false);
        assertThat(rows.valueOf(3L, null)).isEqualTo(false);
    }

    @Test
    void shouldBeTheSameOfItsRows() {
        for (boolean haveSets : new boolean[] {true, false}) {
            RowsByKey rows = new RowsByKey(1, haveSets, List.of(row(1L, "a"), row(2L, null)));
            assertThat(new RowsByKey(1, haveSets, rows.rows())).isEqualTo(rows).hasSameHashCodeAs(rows);
            assertThat(new RowsByKey(1, haveSets, List.<Object[]>of(row(1L, "a"))))
                    .isNotEqualTo(rows);
        }
    }
}
