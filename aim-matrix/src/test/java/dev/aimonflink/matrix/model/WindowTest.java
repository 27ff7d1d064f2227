package dev.aimonflink.matrix.model;

import dev.aimonflink.matrix.model.Window.Unit;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WindowTest {
    @Test
    void shouldDivideTheDayIntoMinutes() {
        Window fiveMinutes = new Window(Unit.MINUTE, 5);
        LocalDateTime wall = LocalDateTime.of(2025, 3, 27, 23, 59);
        int number = fiveMinutes.numberOf(wall);
        assertThat(fiveMinutes.startOf(number)).isEqualTo(LocalDateTime.of(2025, 3, 27, 23, 55));
        assertThat(fiveMinutes.startOf(number + 1)).isEqualTo(LocalDateTime.of(2025, 3, 28, 0, 0));
        assertThat(fiveMinutes.columnName()).isEqualTo("this_5_minutes");
        assertThat(fiveMinutes.longest()).hasMinutes(5);
    }

    @Test
    void shouldNumberDaysFrom1970() {
        assertThat(Window.DAY.numberOf(LocalDate.of(1970, 1, 1))).isZero();
        assertThat(Window.DAY.numberOf(LocalDate.of(1969, 12, 31))).isEqualTo(-1);
        assertThat(Window.DAY.firstDateOf(20_775)).isEqualTo(LocalDate.of(2026, 11, 18));
    }

    private static Window of(int count, Window.Unit unit) {
        return new Window(unit, count);
    }

    @Test
    void shouldNumberWindowsOfAnyLengthFrom1970() {
        LocalDateTime epoch = LocalDateTime.of(1970, 1, 1, 0, 0);
        assertThat(of(6, Unit.HOUR).numberOf(epoch.plusHours(5))).isZero();
        assertThat(of(6, Unit.HOUR).numberOf(epoch.plusHours(6))).isEqualTo(1);
        assertThat(of(5, Unit.HOUR).numberOf(epoch.minusHours(1))).isEqualTo(-1);
        assertThat(of(3, Unit.DAY).numberOf(LocalDate.of(1970, 1, 3))).isZero();
        assertThat(of(3, Unit.DAY).numberOf(LocalDate.of(1970, 1, 4))).isEqualTo(1);
        assertThat(of(2, Unit.WEEK).numberOf(LocalDate.of(1970, 1, 11))).isZero();
        assertThat(of(2, Unit.WEEK).firstDateOf(1)).isEqualTo(LocalDate.of(1970, 1, 12));
        assertThat(of(1, Unit.MONTH).firstDateOf(1)).isEqualTo(LocalDate.of(1970, 2, 1));
        assertThat(of(3, Unit.MONTH).numberOf(LocalDate.of(2026, 11, 18))).isEqualTo(56 * 4 + 3);
        assertThat(of(3, Unit.MONTH).firstDateOf(56 * 4 + 3)).isEqualTo(LocalDate.of(2026, 10, 1));
        assertThat(of(1, Unit.MONTH).numberOf(LocalDate.of(1969, 12, 31))).isEqualTo(-1);
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
    void shouldBeginEveryWindowWhereTheOneBeforeEnds() {
        for (Window window : List.of(
                Window.DAY,
                Window.WEEK,
                of(1, Unit.HOUR),
                of(25, Unit.HOUR),
                of(11, Unit.DAY),
                of(3, Unit.WEEK),
                of(1, Unit.MONTH),
                of(7, Unit.MONTH))) {
            LocalDateTime wall = LocalDateTime.of(1969, 12, 1, 0, 30);
            while (wall.isBefore(LocalDateTime.of(1971, 3, 1, 0, 0))) {
                int number = window.numberOf(wall);
                assertThat(window.startOf(number)).isBeforeOrEqualTo(wall);
                assertThat(window.startOf(number + 1)).isAfter(wall);
                assertThat(window.numberOf(window.startOf(number))).isEqualTo(number);
                wall = wall.plusHours(1);
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
        assertThat(of(1, Unit.HOUR).label()).isEqualTo("hour");
        assertThat(of(3, Unit.DAY).label()).isEqualTo("3_days");
        assertThat(of(1, Unit.MONTH)).hasToString("1 month");
        assertThat(of(10_000, Unit.MONTH)).hasToString("10000 months");
    }
}
