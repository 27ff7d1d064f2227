package dev.aimonflink.lab.twin;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RowsTest {
    @Test
    void shouldFindRowsThatAreTooMany() {
        assertThat(RowComparison.areEqual(List.of(), List.of(List.of(1L)))).isFalse();
        assertThat(RowComparison.areEqual(List.of(List.of(1L)), List.of(List.of(1L, 2L))))
                .isFalse();
        assertThat(RowComparison.areEqual(List.of(Arrays.asList((Object) null)), List.of(List.of(0L))))
                .isFalse();
        assertThat(RowComparison.areEqual(
                        List.of(List.of(0.1)), List.of(List.of(new BigDecimal("0.10000000000000001")))))
                .isTrue();
        assertThat(RowComparison.areEqual(
                        List.of(List.of(0.1)), List.of(List.of(new BigDecimal("0.10000000000000002")))))
                .isFalse();
    }
}
