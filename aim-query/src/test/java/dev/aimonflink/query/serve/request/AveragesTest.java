package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.layout.PreciseSum;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AveragesTest {
    private static final int CENTS = 2;

    @Test
    void shouldBeNothingOverNoEvents() {
        assertThat(Averages.average(0, 0, 0)).isNull();
        assertThat(Averages.variance(0, 0, 0, 0)).isNull();
        assertThat(Averages.deviation(0, 0, 0, 0)).isNull();
        assertThat(Averages.average(0, sum(0))).isNull();
        assertThat(Averages.variance(0, sum(0), sum(0))).isNull();
        assertThat(Averages.deviation(0, sum(0), sum(0))).isNull();
    }

    @Test
    void shouldComputeFromCountSumAndSumOfSquares() {
        // Of 2, 4, 4, 4, 5, 5, 7 and 9.
        assertThat(Averages.average(8, 40, 0)).isEqualTo(5.0);
        assertThat(Averages.variance(8, 40, 232, 0)).isEqualTo(4.0);
        assertThat(Averages.deviation(8, 40, 232, 0)).isEqualTo(2.0);
        assertThat(Averages.average(8, sum(40))).isEqualTo(5.0);
        assertThat(Averages.variance(8, sum(40), sum(232))).isEqualTo(4.0);
        assertThat(Averages.deviation(8, sum(40), sum(232))).isEqualTo(2.0);
    }

    @Test
    void shouldPlaceThePointAsTheSumHasIt() {
        assertThat(Averages.average(8, 4000, CENTS)).isEqualTo(5.0);
        assertThat(Averages.variance(8, 4000, 2_320_000, CENTS)).isEqualTo(4.0);
        assertThat(Averages.deviation(8, 4000, 2_320_000, CENTS)).isEqualTo(2.0);
        assertThat(Averages.average(3, 100, CENTS)).isEqualTo(1 / 3.0);
    }

    @Test
    void shouldTakeNegativeValues() {
        // Of -2.5 and -1.5.
        assertThat(Averages.average(2, -40, 1)).isEqualTo(-2.0);
        assertThat(Averages.variance(2, -40, 850, 1)).isEqualTo(0.25);
        assertThat(Averages.deviation(2, -40, 850, 1)).isEqualTo(0.5);
    }

    @Test
    void shouldBeExactWhereDoublesWouldCancel() {
        assertThat(Averages.variance(2, 2 * 604_800 - 1, 604_800L * 604_800 + 604_799L * 604_799, 0))
                .isEqualTo(0.25);
    }

    @Test
    void shouldHaveNoSpreadWhereAllEventsAreAlike() {
        assertThat(Averages.variance(3, 3 * 604_800, 3L * 604_800 * 604_800, 0)).isZero();
        assertThat(Averages.deviation(7, 7 * 333, 7 * 333 * 333, CENTS)).isZero();
        double value = 0.1;
        BigDecimal exact = new BigDecimal(value);
        assertThat(Averages.variance(
                        3,
                        sum(exact.multiply(BigDecimal.valueOf(3))),
                        sum(exact.pow(2).multiply(BigDecimal.valueOf(3)))))
                .isZero();
    }

    @Test
    void shouldBeNoNumberWhereDoublesOverflowed() {
        assertThat(Averages.variance(2, sum(1e200), sum(Double.POSITIVE_INFINITY)))
                .isNaN();
        assertThat(Averages.deviation(2, sum(1e200), sum(Double.NaN))).isNaN();
    }

    @Test
    void shouldBeNothingWhereTheSquaresAreYoungerThanTheSum() {
        assertThat(Averages.variance(8, 40, 0, 0)).isNull();
        assertThat(Averages.deviation(8, 4000, 1, CENTS)).isNull();
        assertThat(Averages.variance(8, sum(40), sum(0))).isNull();
    }

    @Test
    void shouldHaveNoSpreadOfRoundedSumsWhereAllEventsAreAlike() {
        for (int count = 1; count < 1_000; count++) {
            double value = 0.1 * count;
            BigDecimal events = BigDecimal.valueOf(count);
            double rounded = events.multiply(new BigDecimal(value)).doubleValue();
            double squares = events.multiply(new BigDecimal(value).pow(2)).doubleValue();
            assertThat(Averages.varianceOfRounded(count, rounded, squares))
                    .as("%d times %s", count, value)
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldBeOfRoundedSumsWithinTheDocumentedBound(long seed) {
        Random random = new Random(seed);
        int rounded = 0;
        for (int trial = 0; trial < 10_000; trial++) {
            int count = 1 + random.nextInt(20);
            double mean = Math.scalb(random.nextGaussian(), random.nextInt(40) - 20);
            double deviation = Math.abs(mean) * Math.scalb(1.0, -random.nextInt(50));
            BigDecimal sum = BigDecimal.ZERO;
            BigDecimal squares = BigDecimal.ZERO;
            for (int event = 0; event < count; event++) {
                BigDecimal value = new BigDecimal(mean + deviation * random.nextGaussian());
                sum = sum.add(value);
                squares = squares.add(value.pow(2));
            }
            double exact = Averages.variance(count, sum(sum), sum(squares));
            double actual = Averages.varianceOfRounded(count, sum.doubleValue(), squares.doubleValue());
            assertThat(Math.abs(actual - exact))
                    .as("seed=%d, trial=%d", seed, trial)
                    .isLessThanOrEqualTo(Math.scalb(squares.doubleValue() / count, -50));
            rounded += actual == exact ? 0 : 1;
        }
        assertThat(rounded).as("seed=%d", seed).isGreaterThan(1_000);
    }

    @Test
    void shouldBeNothingOrNoNumberOfRoundedSumsAsOfOthers() {
        assertThat(Averages.varianceOfRounded(0, 0, 0)).isNull();
        assertThat(Averages.varianceOfRounded(8, 40, 232)).isEqualTo(4.0);
        assertThat(Averages.varianceOfRounded(8, 40, 0))
                .as("squares are younger")
                .isNull();
        assertThat(Averages.varianceOfRounded(2, 1e200, Double.POSITIVE_INFINITY))
                .isNaN();
        assertThat(Averages.varianceOfRounded(2, Double.NaN, 1)).isNaN();
    }

    private static PreciseSum sum(BigDecimal exact) {
        double rounded = exact.doubleValue();
        return new PreciseSum(rounded, exact.subtract(new BigDecimal(rounded)).doubleValue());
    }

    private static PreciseSum sum(double value) {
        return new PreciseSum(value, 0);
    }
}
