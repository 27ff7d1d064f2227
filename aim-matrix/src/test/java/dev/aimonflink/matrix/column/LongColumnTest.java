package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LongColumnTest {
    private static final int ROWS = 4;

    private static final MatrixSchema PAYMENTS = MatrixSchema.of(ModelFile.parse("""
            {model: m, entity: card, event: payment, key: cardId, time: at, windows: [1 day],
             fields: {amount: long}, aggregates: {amount: [sum, min, max]}}""", "m"));

    private final LongColumn column = new LongColumn(ROWS, CallModel.schema(42).column("most_expensive_cost_this_day"));

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

    @ParameterizedTest
    @CsvSource({"min_amount_this_day, 9223372036854775807", "max_amount_this_day, -9223372036854775808"})
    void shouldKeepTheEmptyExtremeInBothWidths(String name, long empty) {
        LongColumn extremes = new LongColumn(ROWS, PAYMENTS.column(name));
        extremes.set(0, 7);
        extremes.set(1, empty);
        assertThat(extremes.isNarrow()).isTrue();
        assertThat(extremes.get(1)).isEqualTo(empty);
        extremes.set(2, Long.MAX_VALUE - 1);
        assertThat(extremes.isNarrow()).isFalse();
        assertThat(extremes.get(0)).isEqualTo(7);
        assertThat(extremes.get(1)).isEqualTo(empty);
        assertThat(extremes.get(2)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(extremes.get(3)).isEqualTo(empty);
    }

    /** In 32 bits a scan would add the largest int. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldWidenForASumThatIsALargestOrSmallestLong(long sum) {
        LongColumn sums = new LongColumn(ROWS, PAYMENTS.column("sum_amount_this_day"));
        sums.set(0, sum);
        assertThat(sums.isNarrow()).isFalse();
        assertThat(sums.get(0)).isEqualTo(sum);
        assertThat(sums.get(1)).isZero();
        assertThat(sums.narrowIfAllFit()).isFalse();
        sums.set(0, 7);
        assertThat(sums.narrowIfAllFit()).isTrue();
        assertThat(sums.get(0)).isEqualTo(7);
    }

    @Test
    void shouldBeNarrowAgainWhenCleared() {
        column.set(0, Long.MAX_VALUE - 1);
        column.clear();
        assertThat(column.isNarrow()).isTrue();
        assertThat(column.get(0)).isEqualTo(Long.MIN_VALUE);
    }
}
