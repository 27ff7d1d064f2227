package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class WindowClockTest {
    private static final int DAY = 0;
    private static final int WEEK = 1;
    private static final long HOUR_MS = 3_600_000;

    /** The day and the week first. */
    private static WindowClock clock(ZoneId zone) {
        return new WindowClock(
                List.of(
                        Window.DAY,
                        Window.WEEK,
                        new Window(Window.Unit.MONTH, 1),
                        new Window(Window.Unit.WEEK, 2),
                        new Window(Window.Unit.DAY, 3)),
                zone);
    }

    private static WindowClock hours(int count, String zone) {
        return new WindowClock(List.of(new Window(Window.Unit.HOUR, count)), ZoneId.of(zone));
    }

    private static WindowClock everything(String zone) {
        return new WindowClock(
                List.of(
                        new Window(Window.Unit.HOUR, 1),
                        new Window(Window.Unit.HOUR, 5),
                        Window.DAY,
                        new Window(Window.Unit.MONTH, 1)),
                ZoneId.of(zone));
    }

    private static WindowClock clock(String zone) {
        return clock(ZoneId.of(zone));
    }

    private static long ms(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    @Test
    void shouldHaveNoWindowsBeforeTheFirstTime() {
        WindowClock clock = clock(ZoneOffset.UTC);
        assertThat(clock.nowMs()).isEqualTo(WindowClock.NO_TIME);
        assertThat(clock.numbers()).hasSize(5).containsOnly(WindowClock.NO_WINDOW);
        assertThat(clock.contains(DAY, 0)).isFalse();
        assertThat(clock.contains(WEEK, EventFaults.MAX_TIMESTAMP_MS)).isFalse();
        assertThat(clock.wouldTurn(WindowClock.NO_TIME)).isFalse();
        assertThat(clock.advance(WindowClock.NO_TIME)).isFalse();
        assertThat(clock.wouldTurn(0)).isTrue();
    }

    @Test
    void shouldTurnTheDayAtMidnightToTheMillisecond() {
        WindowClock clock = clock(ZoneOffset.UTC);
        long midnight = ms("2026-11-19T00:00:00Z");
        assertThat(clock.advance(midnight - 1)).as("the first time of all").isTrue();
        int wednesday = clock.number(DAY);
        int week = clock.number(WEEK);
        assertThat(clock.wouldTurn(midnight - 1)).isFalse();
        assertThat(clock.wouldTurn(midnight)).isTrue();
        assertThat(clock.number(DAY)).as("asking moves nothing").isEqualTo(wednesday);
        assertThat(clock.advance(midnight)).isTrue();
        assertThat(clock.number(DAY)).isEqualTo(wednesday + 1);
        assertThat(clock.number(WEEK)).isEqualTo(week);
        assertThat(clock.contains(DAY, midnight)).isTrue();
        assertThat(clock.contains(DAY, midnight - 1)).isFalse();
        assertThat(clock.contains(WEEK, midnight - 1)).isTrue();
    }

    @Test
    void shouldTurnTheWeekOnMonday() {
        WindowClock clock = clock(ZoneOffset.UTC);
        long monday = ms("2026-11-23T00:00:00Z");
        clock.advance(monday - 1);
        int week = clock.number(WEEK);
        assertThat(clock.contains(WEEK, ms("2026-11-16T00:00:00Z"))).isTrue();
        assertThat(clock.contains(WEEK, ms("2026-11-16T00:00:00Z") - 1)).isFalse();
        assertThat(clock.advance(monday)).isTrue();
        assertThat(clock.number(WEEK)).isEqualTo(week + 1);
        assertThat(clock.contains(WEEK, monday - 1)).isFalse();
    }

    @Test
    void shouldNeverGoBack() {
        WindowClock clock = clock(ZoneOffset.UTC);
        long noon = ms("2026-11-18T12:00:00Z");
        clock.advance(noon);
        int[] numbers = clock.numbers();
        assertThat(clock.wouldTurn(noon - 30 * 24 * HOUR_MS)).isFalse();
        assertThat(clock.advance(noon - 30 * 24 * HOUR_MS)).isFalse();
        assertThat(clock.advance(noon)).isFalse();
        assertThat(clock.nowMs()).isEqualTo(noon);
        assertThat(clock.numbers()).isEqualTo(numbers);
    }

    @Test
    void shouldSkipWindowsInWhichNothingHappened() {
        WindowClock clock = clock(ZoneOffset.UTC);
        clock.advance(ms("2026-11-18T12:00:00Z"));
        int day = clock.number(DAY);
        int week = clock.number(WEEK);
        assertThat(clock.advance(ms("2026-12-18T12:00:00Z"))).isTrue();
        assertThat(clock.number(DAY)).isEqualTo(day + 30);
        assertThat(clock.number(WEEK)).isEqualTo(week + 4);
    }

    @Test
    void shouldGiveOutACopyOfItsNumbers() {
        WindowClock clock = clock(ZoneOffset.UTC);
        clock.advance(0);
        clock.numbers()[DAY] = 99;
        assertThat(clock.number(DAY)).isZero();
    }

    @Test
    void shouldBeginTheLongDayAndTheShortDayAtMidnight() {
        WindowClock clock = clock("Europe/Zurich");
        long shortDay = ms("2026-03-28T23:00:00Z");
        clock.advance(shortDay);
        assertThat(clock.contains(DAY, shortDay - 1)).isFalse();
        assertThat(clock.advance(shortDay + 23 * HOUR_MS - 1)).isFalse();
        assertThat(clock.advance(shortDay + 23 * HOUR_MS)).isTrue();
        long longDay = ms("2026-10-24T22:00:00Z");
        clock.advance(longDay);
        assertThat(clock.advance(longDay + 25 * HOUR_MS - 1)).isFalse();
        assertThat(clock.advance(longDay + 25 * HOUR_MS)).isTrue();
    }

    @Test
    void shouldBeginADayWhoseMidnightIsSkippedAtItsFirstInstant() {
        WindowClock beirut = clock("Asia/Beirut");
        long oneInTheMorning = ms("2026-03-28T22:00:00Z");
        beirut.advance(oneInTheMorning - 1);
        int day = beirut.number(DAY);
        assertThat(beirut.advance(oneInTheMorning)).isTrue();
        assertThat(beirut.number(DAY)).isEqualTo(day + 1);
        assertThat(beirut.contains(DAY, oneInTheMorning)).isTrue();
        assertThat(beirut.contains(DAY, oneInTheMorning - 1)).isFalse();
    }

    @Test
    void shouldGoOverADayThatTheCalendarLeftOut() {
        WindowClock apia = clock("Pacific/Apia");
        long endOfThe29th = ms("2011-12-30T10:00:00Z");
        apia.advance(endOfThe29th - 1);
        int day = apia.number(DAY);
        assertThat(apia.advance(endOfThe29th)).isTrue();
        assertThat(Window.DAY.firstDateOf(apia.number(DAY))).isEqualTo(LocalDate.of(2011, 12, 31));
        assertThat(apia.number(DAY)).isEqualTo(day + 2);
    }

    @Test
    void shouldStayInTheNewDayWhereClocksArePutBackOverMidnight() {
        // From 00:01 on 2010-11-07 back to 23:01 on the 6th: 23:30 was twice, and the second time was after midnight.
        WindowClock walked = clock("America/St_Johns");
        WindowClock begun = clock("America/St_Johns");
        long midnight = ms("2010-11-07T02:30:00Z");
        long again2330 = midnight + HOUR_MS / 2;
        walked.advance(midnight);
        assertThat(walked.advance(again2330)).as("no turn back").isFalse();
        begun.advance(again2330);
        assertThat(begun.numbers()).as("numbers of a clock that begins later").isEqualTo(walked.numbers());
        assertThat(begun.contains(DAY, midnight)).isTrue();
        assertThat(begun.contains(DAY, midnight - 1)).isFalse();
        assertThat(begun.advance(again2330 + 1)).as("one turn is enough").isFalse();
        assertThat(begun.advance(midnight + 25 * HOUR_MS - 1)).isFalse();
        assertThat(begun.advance(midnight + 25 * HOUR_MS)).isTrue();
    }

    @Test
    void shouldSkipTheHourThatClocksSkip() {
        WindowClock clock = hours(1, "Europe/Zurich");
        long threeInTheMorning = ms("2026-03-29T01:00:00Z");
        clock.advance(threeInTheMorning - 1);
        int oneOclock = clock.number(0);
        assertThat(clock.advance(threeInTheMorning)).isTrue();
        assertThat(clock.number(0)).as("the hour of three").isEqualTo(oneOclock + 2);
        assertThat(clock.contains(0, threeInTheMorning - 1)).isFalse();
        assertThat(clock.advance(threeInTheMorning + HOUR_MS - 1)).isFalse();
        assertThat(clock.advance(threeInTheMorning + HOUR_MS)).isTrue();
    }

    @Test
    void shouldMakeOneWindowOfTheHourThatClocksShowTwice() {
        WindowClock clock = hours(1, "Europe/Zurich");
        long twoInTheMorning = ms("2026-10-25T00:00:00Z");
        clock.advance(twoInTheMorning - 1);
        int oneOclock = clock.number(0);
        assertThat(clock.advance(twoInTheMorning)).isTrue();
        assertThat(clock.number(0)).isEqualTo(oneOclock + 1);
        assertThat(clock.advance(twoInTheMorning + 2 * HOUR_MS - 1)).isFalse();
        assertThat(clock.contains(0, twoInTheMorning)).isTrue();
        assertThat(clock.advance(twoInTheMorning + 2 * HOUR_MS)).isTrue();
        assertThat(clock.number(0)).isEqualTo(oneOclock + 2);
    }

    @Test
    void shouldBeginSixHoursAtTheSameHoursAllYear() {
        for (String day : List.of("2026-03-29", "2026-10-25", "2026-07-01", "2026-12-01")) {
            WindowClock clock = hours(6, "Europe/Zurich");
            long midnightMs = LocalDate.parse(day)
                    .atStartOfDay(ZoneId.of("Europe/Zurich"))
                    .toInstant()
                    .toEpochMilli();
            clock.advance(midnightMs);
            int first = clock.number(0);
            assertThat(clock.contains(0, midnightMs - 1)).as(day).isFalse();
            clock.advance(LocalDate.parse(day)
                    .atTime(18, 0)
                    .atZone(ZoneId.of("Europe/Zurich"))
                    .toInstant()
                    .toEpochMilli());
            assertThat(clock.number(0)).as(day).isEqualTo(first + 3);
        }
    }

    @Test
    void shouldKnowWhenATimeIsLateForAllWindows() {
        WindowClock clock = clock(ZoneOffset.UTC);
        assertThat(clock.containsInAny(0)).as("before the first time").isFalse();
        clock.advance(ms("2026-12-02T12:00:00Z"));
        assertThat(clock.containsInAny(ms("2026-11-29T00:00:00Z")))
                .as("this two weeks")
                .isFalse();
        assertThat(clock.containsInAny(ms("2026-11-30T00:00:00Z")))
                .as("this week")
                .isTrue();
        assertThat(clock.contains(2, ms("2026-11-30T00:00:00Z")))
                .as("this month")
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Niue", "+18:00", "-18:00"})
    void shouldKnowTheLatestTimeThatHasANumber(String zone) {
        for (WindowPolicy policy : List.of(
                new Window(Window.Unit.MINUTE, 1),
                new SlidingWindow(new Window(Window.Unit.MINUTE, 90), new Window(Window.Unit.MINUTE, 1)),
                new Window(Window.Unit.MINUTE, 2),
                new Window(Window.Unit.MONTH, Window.MAX_COUNT))) {
            WindowClock clock = new WindowClock(List.of(policy), ZoneId.of(zone));
            clock.advance(clock.latestMs() - 1);
            int number = clock.number(0);
            clock.advance(clock.latestMs());
            assertThat(clock.number(0)).as("%s", policy).isPositive().isGreaterThanOrEqualTo(number);
            assertThat(clock.contains(0, clock.latestMs())).as("%s", policy).isTrue();
        }
    }

    @Test
    void shouldEndEarlierOnlyWhereWindowsOfAMinuteHaveNoNumbers() {
        WindowPolicy minute = new Window(Window.Unit.MINUTE, 1);
        assertThat(new WindowClock(List.of(Window.DAY, minute), ZoneOffset.UTC).latestMs())
                .isEqualTo(ms("6053-01-22T08:06:00Z"));
        assertThat(new WindowClock(List.of(new Window(Window.Unit.MINUTE, 2)), ZoneOffset.UTC).latestMs())
                .isEqualTo(EventFaults.MAX_TIMESTAMP_MS);
        assertThat(new WindowClock(List.of(new LastEvents(5)), ZoneOffset.UTC).latestMs())
                .isEqualTo(EventFaults.MAX_TIMESTAMP_MS);
        WindowClock beyond = new WindowClock(List.of(minute), ZoneOffset.UTC);
        assertFails(ArithmeticException.class, () -> beyond.advance(EventFaults.MAX_TIMESTAMP_MS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Niue"})
    void shouldKnowTheTimeAtItsLimits(String zone) {
        WindowClock clock = clock(zone);
        clock.advance(EventFaults.MIN_TIMESTAMP_MS);
        LocalDate first = Instant.EPOCH.atZone(ZoneId.of(zone)).toLocalDate();
        assertThat(Window.DAY.firstDateOf(clock.number(DAY))).isEqualTo(first);
        assertThat(Window.WEEK.firstDateOf(clock.number(WEEK))).isEqualTo(LocalDate.of(1969, 12, 29));
        assertThat(clock.contains(DAY, EventFaults.MIN_TIMESTAMP_MS)).isTrue();
        clock.advance(EventFaults.MAX_TIMESTAMP_MS);
        LocalDate last = Instant.ofEpochMilli(EventFaults.MAX_TIMESTAMP_MS)
                .atZone(ZoneId.of(zone))
                .toLocalDate();
        assertThat(Window.DAY.firstDateOf(clock.number(DAY))).isEqualTo(last);
        assertThat(clock.contains(WEEK, EventFaults.MAX_TIMESTAMP_MS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Zurich",
                "America/Sao_Paulo",
                "America/St_Johns",
                "Asia/Beirut",
                "Africa/Cairo",
                "America/Havana",
                "Australia/Lord_Howe",
                "Pacific/Apia",
                "Pacific/Kwajalein"
            })
    void shouldDependOnTheTimeAloneAndNotOnItsHistory(String zone) {
        ZoneRules rules = ZoneId.of(zone).getRules();
        WindowClock walked = everything(zone);
        Instant end = Instant.parse("2030-01-01T00:00:00Z");
        ZoneOffsetTransition change = rules.nextTransition(Instant.parse("1985-01-01T00:00:00Z"));
        while (change != null && change.getInstant().isBefore(end)) {
            long changeMs = change.getInstant().toEpochMilli();
            for (long timeMs = changeMs - 3 * HOUR_MS; timeMs <= changeMs + 3 * HOUR_MS; timeMs += HOUR_MS / 4) {
                int[] before = walked.numbers();
                boolean turned = walked.advance(timeMs);
                WindowClock begun = everything(zone);
                begun.advance(timeMs);
                assertThat(walked.numbers())
                        .as("%s at %s", zone, Instant.ofEpochMilli(timeMs))
                        .isEqualTo(begun.numbers());
                assertThat(turned)
                        .as("turn in %s at %s", zone, Instant.ofEpochMilli(timeMs))
                        .isEqualTo(!Arrays.equals(before, walked.numbers()));
            }
            change = rules.nextTransition(change.getInstant());
        }
        assertThat(walked.nowMs()).as("some change was seen").isNotEqualTo(WindowClock.NO_TIME);
    }
}
