package dev.aimonflink.core.query;

import dev.aimonflink.core.schema.PreciseSum;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MomentsTest {
    private static final int CENTS = 2;

    @Test
    void shouldBeNothingOverNoEvents() {
        assertThat(Moments.average(0, 0, 0)).isNull();
        assertThat(Moments.variance(0, 0, 0, 0)).isNull();
        assertThat(Moments.deviation(0, 0, 0, 0)).isNull();
        assertThat(Moments.average(0, sum(0))).isNull();
        assertThat(Moments.variance(0, sum(0), sum(0))).isNull();
        assertThat(Moments.deviation(0, sum(0), sum(0))).isNull();
    }

    @Test
    void shouldComputeFromCountSumAndSumOfSquares() {
        // Of 2, 4, 4, 4, 5, 5, 7 and 9.
        assertThat(Moments.average(8, 40, 0)).isEqualTo(5.0);
        assertThat(Moments.variance(8, 40, 232, 0)).isEqualTo(4.0);
        assertThat(Moments.deviation(8, 40, 232, 0)).isEqualTo(2.0);
        assertThat(Moments.average(8, sum(40))).isEqualTo(5.0);
        assertThat(Moments.variance(8, sum(40), sum(232))).isEqualTo(4.0);
        assertThat(Moments.deviation(8, sum(40), sum(232))).isEqualTo(2.0);
    }

    @Test
    void shouldPlaceThePointAsTheSumHasIt() {
        assertThat(Moments.average(8, 4000, CENTS)).isEqualTo(5.0);
        assertThat(Moments.variance(8, 4000, 2_320_000, CENTS)).isEqualTo(4.0);
        assertThat(Moments.deviation(8, 4000, 2_320_000, CENTS)).isEqualTo(2.0);
        assertThat(Moments.average(3, 100, CENTS)).isEqualTo(1 / 3.0);
    }

    @Test
    void shouldTakeNegativeValues() {
        // Of -2.5 and -1.5.
        assertThat(Moments.average(2, -40, 1)).isEqualTo(-2.0);
        assertThat(Moments.variance(2, -40, 850, 1)).isEqualTo(0.25);
        assertThat(Moments.deviation(2, -40, 850, 1)).isEqualTo(0.5);
    }

    @Test
    void shouldBeExactWhereDoublesWouldCancel() {
        assertThat(Moments.variance(2, 2 * 604_800 - 1, 604_800L * 604_800 + 604_799L * 604_799, 0))
                .isEqualTo(0.25);
    }

    @Test
    void shouldHaveNoSpreadWhereAllEventsAreAlike() {
        assertThat(Moments.variance(3, 3 * 604_800, 3L * 604_800 * 604_800, 0)).isZero();
        assertThat(Moments.deviation(7, 7 * 333, 7 * 333 * 333, CENTS)).isZero();
        double value = 0.1;
        BigDecimal exact = new BigDecimal(value);
        assertThat(Moments.variance(
                        3,
                        sum(exact.multiply(BigDecimal.valueOf(3))),
                        sum(exact.pow(2).multiply(BigDecimal.valueOf(3)))))
                .isZero();
    }

    @Test
    void shouldBeNoNumberWhereDoublesOverflowed() {
        assertThat(Moments.variance(2, sum(1e200), sum(Double.POSITIVE_INFINITY)))
                .isNaN();
        assertThat(Moments.deviation(2, sum(1e200), sum(Double.NaN))).isNaN();
    }

    @Test
    void shouldBeNothingWhereTheSquaresAreYoungerThanTheSum() {
        assertThat(Moments.variance(8, 40, 0, 0)).isNull();
        assertThat(Moments.deviation(8, 4000, 1, CENTS)).isNull();
        assertThat(Moments.variance(8, sum(40), sum(0))).isNull();
    }

    private static PreciseSum sum(BigDecimal exact) {
        double rounded = exact.doubleValue();
        return new PreciseSum(rounded, exact.subtract(new BigDecimal(rounded)).doubleValue());
    }

    private static PreciseSum sum(double value) {
        return new PreciseSum(value, 0);
    }
}
