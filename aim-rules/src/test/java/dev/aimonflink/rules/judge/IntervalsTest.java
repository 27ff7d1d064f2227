package dev.aimonflink.rules.judge;

import dev.aimonflink.rules.judge.Every.Period;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class IntervalsTest {
    private final Intervals intervals = new Intervals(ZoneId.of("Europe/Zurich"));

    private void assertEnds(Every every, String fired, String end) {
        for (int afterMs = -1; afterMs <= 0; afterMs++) {
            intervals.turnTo(Instant.parse(end).toEpochMilli() + afterMs);
            assertThat(intervals.isOver(
                            Intervals.code(every), Instant.parse(fired).toEpochMilli()))
                    .as("%d ms after %s", afterMs, end)
                    .isEqualTo(afterMs == 0);
        }
    }

    /** On 29 March 2026 clocks are put forward at 01:00Z, on 25 October back. */
    @ParameterizedTest
    @CsvSource({
        "FIVE_MINUTES, 2026-11-28T10:04:59Z, 2026-11-28T10:05:00Z",
        "HOUR, 2026-11-28T10:00:00Z, 2026-11-28T11:00:00Z",
        "HOUR, 2026-03-29T00:59:59Z, 2026-03-29T01:00:00Z",
        "SIX_HOURS, 2026-03-28T23:30:00Z, 2026-03-29T04:00:00Z",
        "HALF_HOUR, 2026-10-25T00:10:00Z, 2026-10-25T00:30:00Z",
        "HALF_HOUR, 2026-10-25T01:10:00Z, 2026-10-25T02:00:00Z",
        "DAY, 2026-11-28T22:59:59Z, 2026-11-28T23:00:00Z",
        "TWO_DAYS, 2026-11-28T10:00:00Z, 2026-11-29T23:00:00Z",
        "WEEK, 2026-11-28T10:00:00Z, 2026-11-29T23:00:00Z"
    })
    void shouldEndWithTheCalendar(Period period, String fired, String end) {
        assertEnds(new Every(period, false), fired, end);
    }

    @ParameterizedTest
    @CsvSource({
        "FIVE_MINUTES, 2026-11-28T10:04:59Z, 2026-11-28T10:09:59Z",
        "HOUR, 2026-11-28T10:30:00Z, 2026-11-28T11:30:00Z",
        "WEEK, 2026-11-28T10:00:00Z, 2026-12-05T10:00:00Z"
    })
    void shouldEndSoLongAfterAFiringWhereItSlides(Period period, String fired, String end) {
        assertEnds(new Every(period, true), fired, end);
    }
}
