package dev.aimonflink.lab.workload;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * The time of the n-th event: evenly spread over past days, because no event may be ahead of the wall clock. The days include the Sunday on
 * which Europe changes to summer time, and the Monday after it.
 */
public record EventTimes(ZoneId zone, long startMs, long eventsPerDay) {
    public static final LocalDateTime THURSDAY = LocalDateTime.of(2025, 3, 27, 12, 0);
    public static final LocalDateTime SATURDAY = LocalDateTime.of(2025, 3, 29, 12, 0);

    private static final long DAY_MS = 24 * 60 * 60 * 1000L;

    public static EventTimes from(LocalDateTime wall, ZoneId zone, long eventsPerDay) {
        return new EventTimes(zone, wall.atZone(zone).toInstant().toEpochMilli(), eventsPerDay);
    }

    public long ms(long event) {
        return startMs + event * DAY_MS / eventsPerDay;
    }

    public LocalDate date(long event) {
        return Instant.ofEpochMilli(ms(event)).atZone(zone).toLocalDate();
    }

    public long firstOfNextDay(long event) {
        long turnMs = date(event).plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
        long first = (turnMs - startMs) * eventsPerDay / DAY_MS;
        return ms(first) < turnMs ? first + 1 : first;
    }
}
