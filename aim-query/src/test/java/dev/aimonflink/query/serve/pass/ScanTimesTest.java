package dev.aimonflink.query.serve.pass;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScanTimesTest {
    private final ScanTimes times = new ScanTimes();

    /** @param shapeHash is the place, as long as it is small */
    private record Asked(String value, int shapeHash) implements FakeScan {}

    @Test
    void shouldExpectNothingAtFirst() {
        assertThat(times.expectedNanos(new Asked("a", 1))).isZero();
    }

    @Test
    void shouldExpectOfAQueryWhatOthersWithOtherValuesTook() {
        times.took(new Asked("a", 1), 1_000);
        times.took(new Asked("b", 2), 3_000);
        assertThat(times.expectedNanos(new Asked("c", 1))).isEqualTo(1_000);
        times.took(new Asked("d", 1), 2_000);
        assertThat(times.expectedNanos(new Asked("c", 1)))
                .as("half of it is what was expected before")
                .isEqualTo(1_500);
    }

    @Test
    void shouldExpectTheMeanOfWhatItDoesNotKnow() {
        times.took(new Asked("a", 1), 1_600);
        times.took(new Asked("b", 2), 3_200);
        assertThat(times.expectedNanos(new Asked("c", 3))).isEqualTo(1_700);
        times.took(new Asked("b", 2), 1_000_000);
        assertThat(times.expectedNanos(new Asked("c", 3)))
                .as("the long one counts as four means")
                .isEqualTo(1_700 + 3 * 1_700 / 16);
    }

    @Test
    void shouldNotTakeAQueryForAnotherInTheSamePlace() {
        times.took(new Asked("a", 1), 1_000);
        times.took(new Asked("b", 1 + (1 << 10)), 5_000);
        assertThat(times.expectedNanos(new Asked("b", 1 + (1 << 10)))).isEqualTo(5_000);
        assertThat(times.expectedNanos(new Asked("a", 1))).as("the mean").isEqualTo(1_000 + 3_000 / 16);
    }
}
