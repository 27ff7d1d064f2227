package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ScalarKernels;
import dev.aimonflink.core.schema.MatrixSchema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LongColumnTest {
    private static final int ROWS = 4;

    private final Kernels kernels = new ScalarKernels();
    private final LongColumn column =
            new LongColumn(ROWS, MatrixSchema.withAggregates(42).column("most_expensive_cost_this_day"));

    @BeforeEach
    void clear() {
        column.clear(Long.MIN_VALUE);
    }

    @Test
    void shouldStayNarrowUpToTheLastValueThatFits() {
        column.set(0, Integer.MAX_VALUE - 1L);
        column.set(1, 0);
        assertThat(column.isNarrow()).isTrue();
        assertThat(column.get(0)).isEqualTo(Integer.MAX_VALUE - 1L);
        assertThat(column.get(1)).isZero();
    }

    @Test
    void shouldStayNarrowDownToTheLastValueThatFits() {
        column.set(0, Integer.MIN_VALUE + 1L);
        assertThat(column.isNarrow()).isTrue();
        assertThat(column.get(0)).isEqualTo(Integer.MIN_VALUE + 1L);
        column.set(1, Integer.MIN_VALUE);
        assertThat(column.isNarrow()).isFalse();
        assertThat(column.get(0)).isEqualTo(Integer.MIN_VALUE + 1L);
        assertThat(column.get(1)).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void shouldWidenWithEveryCellWhenAValueDoesNotFit() {
        column.set(0, 7);
        column.set(1, Integer.MAX_VALUE);
        assertThat(column.isNarrow()).isFalse();
        assertThat(column.get(0)).isEqualTo(7);
        assertThat(column.get(1)).isEqualTo(Integer.MAX_VALUE);
        assertThat(column.get(2)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldKeepEmptyExtremesInBothWidths() {
        column.set(0, Long.MAX_VALUE);
        column.set(1, Long.MIN_VALUE);
        assertThat(column.isNarrow()).isTrue();
        assertThat(column.get(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(column.get(1)).isEqualTo(Long.MIN_VALUE);
        column.set(2, Long.MAX_VALUE - 1);
        assertThat(column.get(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(column.get(1)).isEqualTo(Long.MIN_VALUE);
        assertThat(column.get(2)).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void shouldBeNarrowAgainWhenCleared() {
        column.set(0, Long.MAX_VALUE - 1);
        column.clear(0);
        assertThat(column.isNarrow()).isTrue();
        assertThat(column.get(0)).isZero();
    }

    @Test
    void shouldAnswerAlikeInBothWidths() {
        int[] filter = {0, 5, 5, 0};
        column.clear(Long.MIN_VALUE);
        assertThat(column.max(kernels, ROWS)).isEqualTo(Long.MIN_VALUE);
        for (int row = 0; row < ROWS; row++) {
            column.set(row, 10L * row);
        }
        assertAnswers(filter, 30, 20, 30);
        column.set(3, 1L << 40);
        assertThat(column.isNarrow()).isFalse();
        assertAnswers(filter, 1L << 40, 20, 30);
    }

    private void assertAnswers(int[] filter, long max, long maxFiltered, long sumOfFives) {
        assertThat(column.max(kernels, ROWS)).isEqualTo(max);
        assertThat(column.maxWhereGreater(kernels, filter, 3, ROWS)).isEqualTo(maxFiltered);
        assertThat(column.maxWhereGreater(kernels, filter, 9, ROWS)).isEqualTo(Long.MIN_VALUE);
        long[] sums = {100, 200};
        column.sumPairWhereEqual(kernels, new int[] {1, 2, 3, 4}, filter, 5, sums, ROWS);
        assertThat(sums).containsExactly(100 + sumOfFives, 200 + 2 + 3);
    }
}
