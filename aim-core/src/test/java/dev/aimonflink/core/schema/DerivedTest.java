package dev.aimonflink.core.schema;

import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DerivedTest {
    @Test
    void shouldBeNothingOverNoCalls() {
        for (Derived derived : Derived.values()) {
            assertThat(derived.of(0, 0, 0)).as(derived.name()).isNull();
        }
    }

    @Test
    void shouldComputeFromCountSumAndSumOfSquares() {
        // Calls of 2, 4, 4, 4, 5, 5, 7 and 9 seconds.
        assertThat(Derived.AVG_DURATION.of(8, 40, 232)).isEqualTo(5.0);
        assertThat(Derived.VAR_DURATION.of(8, 40, 232)).isEqualTo(4.0);
        assertThat(Derived.STDEV_DURATION.of(8, 40, 232)).isEqualTo(2.0);
    }

    @Test
    void shouldGiveCostsInCurrencyUnits() {
        assertThat(Derived.AVG_COST.of(8, 4000, 2_320_000)).isEqualTo(5.0);
        assertThat(Derived.VAR_COST.of(8, 4000, 2_320_000)).isEqualTo(4.0);
        assertThat(Derived.STDEV_COST.of(8, 4000, 2_320_000)).isEqualTo(2.0);
        assertThat(Derived.AVG_COST.of(3, 100, 0)).isEqualTo(1 / 3.0);
    }

    @Test
    void shouldBeExactWhereDoublesWouldCancel() {
        assertThat(Derived.VAR_DURATION.of(2, 2 * 604_800 - 1, 604_800L * 604_800 + 604_799L * 604_799))
                .isEqualTo(0.25);
    }

    @Test
    void shouldHaveNoSpreadWhereAllCallsAreAlike() {
        assertThat(Derived.VAR_DURATION.of(3, 3 * 604_800, 3L * 604_800 * 604_800))
                .isZero();
        assertThat(Derived.STDEV_COST.of(7, 7 * 333, 7 * 333 * 333)).isZero();
    }

    @Test
    void shouldBeNothingWhereTheSquaresAreYoungerThanTheSum() {
        assertThat(Derived.VAR_DURATION.of(8, 40, 0)).isNull();
        assertThat(Derived.STDEV_COST.of(8, 4000, 1)).isNull();
    }

    @Test
    void shouldNeedNoMoreThanIsComputedWith() {
        assertThat(Derived.AVG_COST.needs()).isEqualTo(Set.of(Function.COUNT, Function.SUM_COST));
        assertThat(Derived.VAR_DURATION.needs())
                .isEqualTo(Set.of(Function.COUNT, Function.SUM_DURATION, Function.SQUARES_DURATION));
        assertThat(Derived.STDEV_DURATION.needs()).isEqualTo(Derived.VAR_DURATION.needs());
    }
}
