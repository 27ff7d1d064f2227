package dev.aimonflink.core.schema;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WindowTest {
    @Test
    void shouldNumberDaysFrom1970() {
        assertThat(Window.DAY.numberOf(LocalDate.of(1970, 1, 1))).isZero();
        assertThat(Window.DAY.numberOf(LocalDate.of(1969, 12, 31))).isEqualTo(-1);
        assertThat(Window.DAY.firstDateOf(20_775)).isEqualTo(LocalDate.of(2026, 11, 18));
    }

    @Test
    void shouldNumberWeeksFromMonday1969December29() {
        assertThat(Window.WEEK.numberOf(LocalDate.of(1969, 12, 29))).isZero();
        assertThat(Window.WEEK.numberOf(LocalDate.of(1969, 12, 28))).isEqualTo(-1);
        assertThat(Window.WEEK.numberOf(LocalDate.of(1970, 1, 4))).isZero();
        assertThat(Window.WEEK.numberOf(LocalDate.of(1970, 1, 5))).isEqualTo(1);
        assertThat(Window.WEEK.firstDateOf(0)).isEqualTo(LocalDate.of(1969, 12, 29));
        assertThat(Window.WEEK.firstDateOf(-1)).isEqualTo(LocalDate.of(1969, 12, 22));
    }

    @Test
    void shouldBeginEveryWindowOnItsFirstDate() {
        for (Window window : Window.values()) {
            for (LocalDate date = LocalDate.of(1969, 12, 1);
                    date.isBefore(LocalDate.of(1970, 3, 1));
                    date = date.plusDays(1)) {
                int number = window.numberOf(date);
                assertThat(window.firstDateOf(number)).isBeforeOrEqualTo(date);
                assertThat(window.firstDateOf(number + 1)).isAfter(date);
            }
        }
    }

    @Test
    void shouldBeginAtLocalMidnightOrTheFirstInstantAfterIt() {
        int day = Window.DAY.numberOf(LocalDate.of(2018, 11, 4));
        assertThat(Instant.ofEpochMilli(Window.DAY.startMs(day, ZoneOffset.UTC)))
                .isEqualTo("2018-11-04T00:00:00Z");
        assertThat(Instant.ofEpochMilli(Window.DAY.startMs(day, ZoneId.of("America/Sao_Paulo"))))
                .as("01:00 by the clocks of Sao Paulo")
                .isEqualTo("2018-11-04T03:00:00Z");
        int week = Window.WEEK.numberOf(LocalDate.of(2018, 11, 4));
        assertThat(Instant.ofEpochMilli(Window.WEEK.startMs(week, ZoneId.of("Europe/Zurich"))))
                .isEqualTo("2018-10-28T23:00:00Z");
    }

    @Test
    void shouldBeCalledAsInColumnNames() {
        assertThat(Window.DAY.label()).isEqualTo("day");
        assertThat(Window.WEEK.label()).isEqualTo("week");
    }
}
