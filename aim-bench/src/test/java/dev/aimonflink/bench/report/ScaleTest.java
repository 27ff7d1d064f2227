package dev.aimonflink.bench.report;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScaleTest {
    @Test
    void shouldBeginAtZeroAndEndAtTheTickBeyond() {
        Scale scale = Scale.of(23_700, 288_000, 300, 0);
        assertThat(scale.ticks()).containsExactly(0.0, 100_000.0, 200_000.0, 300_000.0);
        assertThat(scale.at(0)).isEqualTo(300);
        assertThat(scale.at(150_000)).isEqualTo(150);
        assertThat(scale.at(300_000)).isZero();
    }

    @Test
    void shouldNotWidenAnAxisThatEndsAtATick() {
        assertThat(Scale.linear(10, 0, 1).ticks()).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
    }

    @Test
    void shouldCountInWholeNumbers() {
        assertThat(Scale.counting(2, 0, 1).ticks()).containsExactly(0.0, 1.0, 2.0);
        assertThat(Scale.counting(10, 0, 1).ticks()).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
    }

    @Test
    void shouldGoByPowersOfTenWhereValuesDifferTooMuch() {
        Scale scale = Scale.of(2, 600, 0, 300);
        assertThat(scale.ticks()).containsExactly(1.0, 10.0, 100.0, 1000.0);
        assertThat(scale.at(100)).isEqualTo(200);
    }

    @Test
    void shouldPutWhatLiesBeyondAtTheEnd() {
        assertThat(Scale.linear(10, 0, 100).at(1e9)).isEqualTo(100);
        assertThat(Scale.logarithmic(1, 10, 0, 100).at(0)).isZero();
    }

    @Test
    void shouldHaveRoomWhereThereIsNothing() {
        assertThat(Scale.linear(0, 0, 100).at(0)).isZero();
        assertThat(Scale.logarithmic(10, 10, 0, 100).ticks()).containsExactly(10.0, 100.0);
    }
}
