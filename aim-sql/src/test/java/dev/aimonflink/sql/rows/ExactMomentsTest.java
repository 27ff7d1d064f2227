package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ExactMomentsTest {
    private static final long SEED = Long.getLong("aim.test.seed", 42);

    private static ExactMoments of(List<BigDecimal> numbers) {
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal sumOfSquares = BigDecimal.ZERO;
        for (BigDecimal number : numbers) {
            sum = sum.add(number);
            sumOfSquares = sumOfSquares.add(number.multiply(number));
        }
        return new ExactMoments(numbers.size(), sum, sumOfSquares);
    }

    private static BigDecimal value(ExactMoments moments, AggregateFunction function) {
        return (BigDecimal) moments.value(function, SqlType.NUMERIC, 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"SUM", "AVG", "VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP"})
    void shouldBeTheSameOfNumbersWithoutTheirPoint(AggregateFunction function) {
        ExactMoments cents = ExactMoments.of(3, BigInteger.valueOf(1000), BigInteger.valueOf(375_000), 2);
        ExactMoments euros = of(List.of(new BigDecimal("2.50"), new BigDecimal("5.00"), new BigDecimal("2.50")));
        assertThat(value(cents, function)).isEqualTo(value(euros, function));
    }

    @ParameterizedTest
    @EnumSource(names = {"SUM", "AVG", "VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP"})
    void shouldBeNullOfNoNumbers(AggregateFunction function) {
        assertThat(value(of(List.of()), function)).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"VAR_SAMP", "STDDEV_SAMP"})
    void shouldBeNullOfASampleOfOne(AggregateFunction function) {
        assertThat(value(of(List.of(BigDecimal.TEN)), function)).isNull();
        assertThat(value(of(List.of(BigDecimal.TEN, BigDecimal.TEN)), function)).isZero();
    }

    @Test
    void shouldGiveASumTheTypeThatItIsAskedFor() {
        ExactMoments two = of(List.of(BigDecimal.ONE, BigDecimal.ONE));
        assertThat(two.value(AggregateFunction.SUM, SqlType.BIGINT, 0)).isEqualTo(2L);
        assertThat(two.value(AggregateFunction.SUM, SqlType.NUMERIC, 0)).isEqualTo(BigDecimal.valueOf(2));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"SUM", "AVG", "VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP"})
    void shouldKnowNoOtherFunction(AggregateFunction function) {
        assertFails(AssertionError.class, () -> value(of(List.of()), function))
                .hasMessage("not of moments: " + function);
    }

    /** Compared with the definition, computed with more digits. */
    @Test
    void shouldRoundTheVarianceOnceAndItsRootOnceMore() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            List<BigDecimal> numbers = new ArrayList<>();
            int scale = random.nextInt(4);
            for (int count = 2 + random.nextInt(6); count > 0; count--) {
                numbers.add(BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, scale));
            }
            MathContext digits = new MathContext(80);
            BigDecimal average = of(numbers).sum().divide(BigDecimal.valueOf(numbers.size()), digits);
            BigDecimal squares = BigDecimal.ZERO;
            for (BigDecimal number : numbers) {
                squares = squares.add(number.subtract(average).pow(2));
            }
            BigDecimal exact = squares.divide(BigDecimal.valueOf(numbers.size() - 1), digits);
            BigDecimal variance = value(of(numbers), AggregateFunction.VAR_SAMP);
            BigDecimal deviation = value(of(numbers), AggregateFunction.STDDEV_SAMP);
            String as = "seed %d, case %d: %s".formatted(SEED, i, numbers);
            if (exact.compareTo(new BigDecimal("1e-60")) < 0) {
                assertThat(variance).as(as).isZero();
                continue;
            }
            assertThat(variance).as(as).isEqualTo(exact.setScale(variance.scale(), RoundingMode.HALF_UP));
            assertThat(variance.precision()).as(as).isGreaterThanOrEqualTo(16);
            assertThat(deviation)
                    .as(as)
                    .isEqualTo(variance.sqrt(digits).setScale(variance.scale(), RoundingMode.HALF_UP));
        }
    }
}
