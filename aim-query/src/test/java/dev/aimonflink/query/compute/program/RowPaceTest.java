package dev.aimonflink.query.compute.program;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RowPaceTest {
    private long nowNanos = -1_000;
    private final RowPace pace = new RowPace(() -> nowNanos);

    private int after(int taken, long nanosOfARow) {
        pace.begin();
        nowNanos += taken * nanosOfARow;
        pace.ended(taken);
        return pace.rows();
    }

    @Test
    void shouldBeginWithOneRowAndTakeMoreWhileThatIsFast() {
        assertThat(pace.rows()).isEqualTo(1);
        for (int rows = 2; rows <= RowPace.MOST; rows *= 2) {
            assertThat(after(pace.rows(), 100)).isEqualTo(rows);
        }
        assertThat(after(RowPace.MOST, 100)).isEqualTo(RowPace.MOST);
    }

    @Test
    void shouldTakeAsManyRowsAsThereIsTimeFor() {
        for (int i = 0; i < 20; i++) {
            after(pace.rows(), 0);
        }
        assertThat(after(RowPace.MOST, RowPace.WANTED_NANOS / 10)).isEqualTo(10);
        assertThat(after(10, RowPace.WANTED_NANOS / 12)).isEqualTo(12);
        assertThat(after(12, 20 * RowPace.WANTED_NANOS)).isEqualTo(1);
        assertThat(after(1, RowPace.WANTED_NANOS * 1_000)).isEqualTo(1);
    }

    @Test
    void shouldCountTheRowsThatWereReallyTaken() {
        after(1, 0);
        after(2, 0);
        assertThat(after(1, RowPace.WANTED_NANOS)).isEqualTo(1);
    }
}
