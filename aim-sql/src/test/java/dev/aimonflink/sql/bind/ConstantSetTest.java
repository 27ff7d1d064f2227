package dev.aimonflink.sql.bind;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConstantSetTest {
    @Test
    void shouldKnowWhatIsThere() {
        ConstantSet set = new ConstantSet(List.of("a", "b", "a"));
        assertThat(set.contains("b")).isTrue();
        assertThat(set.contains("c")).isFalse();
        assertThat(set.contains(null)).isNull();
    }

    @Test
    void shouldNotKnowWhetherAnythingElseIsThereWhereNullIs() {
        ConstantSet set = new ConstantSet(Arrays.asList(1L, null));
        assertThat(set.contains(1L)).isTrue();
        assertThat(set.contains(2L)).isNull();
        assertThat(set.contains(null)).isNull();
    }

    @Test
    void shouldKnowThatNothingIsAmongNothing() {
        ConstantSet set = new ConstantSet(List.of());
        assertThat(set.contains(1L)).isFalse();
        assertThat(set.contains(null)).isFalse();
    }

    @Test
    void shouldFindNumbersThatAreEqualInSql() {
        ConstantSet numerics = new ConstantSet(List.of(new BigDecimal("1.50"), new BigDecimal("0.00")));
        assertThat(numerics.contains(new BigDecimal("1.5"))).isTrue();
        assertThat(numerics.contains(BigDecimal.ZERO)).isTrue();
        ConstantSet doubles = new ConstantSet(List.of(0.0, Double.NaN));
        assertThat(doubles.contains(-0.0)).isTrue();
        assertThat(doubles.contains(Double.longBitsToDouble(0x7ff8000000000001L)))
                .isTrue();
    }

    @Test
    void shouldEqualASetOfTheSameConstants() {
        assertThat(new ConstantSet(Arrays.asList(1L, 2L, null)))
                .isEqualTo(new ConstantSet(Arrays.asList(null, 2L, 1L)))
                .hasSameHashCodeAs(new ConstantSet(Arrays.asList(null, 2L, 1L)))
                .hasToString("[1, 2] and null")
                .isNotEqualTo(new ConstantSet(List.of(1L, 2L)));
    }
}
