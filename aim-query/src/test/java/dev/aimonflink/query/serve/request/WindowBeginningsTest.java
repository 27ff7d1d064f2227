package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.Window.Unit;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class WindowBeginningsTest {
    private static final List<WindowPolicy> WINDOWS = List.of(
            new Window(Unit.MINUTE, 5),
            new Window(Unit.HOUR, 1),
            new Window(Unit.HOUR, 2),
            new Window(Unit.HOUR, 24),
            Window.DAY,
            Window.WEEK,
            new Window(Unit.MONTH, 1),
            SlidingWindow.of(new Window(Unit.MINUTE, 90)),
            SlidingWindow.of(new Window(Unit.HOUR, 24)),
            SlidingWindow.of(new Window(Unit.DAY, 2)),
            new SlidingWindow(new Window(Unit.DAY, 7), new Window(Unit.HOUR, 6)),
            SlidingWindow.of(new Window(Unit.WEEK, 1)),
            new LastEvents(100));

    private static Map<String, Temporal> at(Instant now, ZoneId zone) {
        return new WindowBeginnings(WINDOWS, zone).of(numbers(clock(now.toEpochMilli(), zone)));
    }

    private static WindowClock clock(long nowMs, ZoneId zone) {
        WindowClock clock = new WindowClock(WINDOWS, zone);
        clock.advance(nowMs);
        return clock;
    }

    private static List<Integer> numbers(WindowClock clock) {
        return IntStream.of(clock.numbers()).boxed().toList();
    }

    @Test
    void shouldNameEachWindowAsAModelWritesItAndInItsOrder() {
        Map<String, Temporal> beginnings = at(Instant.parse("2026-11-22T14:07:59.999Z"), ZoneOffset.UTC);
        assertThat(beginnings)
                .hasToString("{5 minutes=2026-11-22T14:05, 1 hour=2026-11-22T14:00, 2 hours=2026-11-22T14:00,"
                        + " 24 hours=2026-11-22T00:00, 1 day=2026-11-22, 1 week=2026-11-16, 1 month=2026-11-01,"
                        + " last 90 minutes=2026-11-22T12:38, last 24 hours=2026-11-21T15:00, last 2 days=2026-11-21,"
                        + " last 7 days by 6 hours=2026-11-15T18:00, last 1 week=2026-11-16}");
    }

    @Test
    void shouldUseLocalTime() {
        assertThat(at(Instant.parse("2026-11-22T23:30:00Z"), ZoneId.of("Europe/Zurich")))
                .containsEntry("1 day", LocalDate.of(2026, 11, 23))
                .containsEntry("1 week", LocalDate.of(2026, 11, 23))
                .containsEntry("last 24 hours", LocalDateTime.of(2026, 11, 22, 1, 0));
    }

    /** From 02:00 on, clocks show 03:00 and later. */
    @Test
    void shouldBeginAtTheTimeThatClocksShowWhereTheySkipTheBeginning() {
        assertThat(at(Instant.parse("2026-03-29T01:30:00Z"), ZoneId.of("Europe/Zurich")))
                .containsEntry("2 hours", LocalDateTime.of(2026, 3, 29, 3, 0));
    }

    /** There was no 30th. */
    @Test
    void shouldBeginAtTheDayAfterOneThatTheCalendarLeftOut() {
        assertThat(at(Instant.parse("2011-12-30T12:00:00Z"), ZoneId.of("Pacific/Apia")))
                .containsEntry("1 day", LocalDate.of(2011, 12, 31))
                .containsEntry("last 2 days", LocalDate.of(2011, 12, 31));
    }

    @Test
    void shouldFollowTheNumbersWhenAWindowTurns() {
        WindowClock clock = clock(Instant.parse("2026-11-22T23:59:00Z").toEpochMilli(), ZoneOffset.UTC);
        WindowBeginnings beginnings = new WindowBeginnings(WINDOWS, ZoneOffset.UTC);
        assertThat(beginnings.of(numbers(clock))).containsEntry("1 day", LocalDate.of(2026, 11, 22));
        clock.advance(Instant.parse("2026-11-23T00:00:00Z").toEpochMilli());
        assertThat(beginnings.of(numbers(clock))).containsEntry("1 day", LocalDate.of(2026, 11, 23));
    }

    /** Near changes of the clocks, the beginning is the first instant that the clock of a partition has in the window. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTC",
                "Europe/Zurich",
                "America/St_Johns",
                "Asia/Beirut",
                "Pacific/Apia",
                "Australia/Lord_Howe",
                "America/Sao_Paulo"
            })
    void shouldBeginWhereTheClockOfAPartitionDoes(String name) {
        ZoneId zone = ZoneId.of(name);
        long seed = 20261122;
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            Instant now = nearAChange(random, zone);
            WindowClock clock = clock(now.toEpochMilli(), zone);
            Map<String, Temporal> beginnings = new WindowBeginnings(WINDOWS, zone).of(numbers(clock));
            assertThat(beginnings).hasSize(WINDOWS.size() - 1);
            for (int window = 0; window < WINDOWS.size() - 1; window++) {
                Temporal local = beginnings.get(WINDOWS.get(window).toString());
                long beginningMs = (local instanceof LocalDate date
                                ? date.atStartOfDay(zone)
                                : ((LocalDateTime) local).atZone(zone))
                        .toInstant()
                        .toEpochMilli();
                String which = "seed=" + seed + ", i=" + i + ": " + WINDOWS.get(window) + " at " + now + " is " + local;
                assertThat(clock.contains(window, beginningMs)).as(which).isTrue();
                assertThat(clock.contains(window, beginningMs - 1)).as(which).isFalse();
            }
        }
    }

    private static Instant nearAChange(Random random, ZoneId zone) {
        Instant any = Instant.parse("2005-01-01T00:00:00Z").plusSeconds(random.nextInt(25 * 365 * 24 * 3600));
        ZoneOffsetTransition change = zone.getRules().nextTransition(any);
        return change == null
                ? any
                : change.getInstant().plusMillis(random.nextInt(4 * 24 * 3_600_000) - 24 * 3_600_000);
    }
}
