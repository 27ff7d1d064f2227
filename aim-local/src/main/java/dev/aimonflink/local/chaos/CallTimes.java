package dev.aimonflink.local.chaos;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * The time of the n-th call: evenly spread over days of the past, since no call may be ahead of the wall clock. The days
 * include the Sunday on which Europe changes to summer time, and the Monday after it.
 */
record CallTimes(ZoneId zone, long startMs, long callsPerDay) {
    static final LocalDateTime THURSDAY = LocalDateTime.of(2025, 3, 27, 12, 0);
    static final LocalDateTime SATURDAY = LocalDateTime.of(2025, 3, 29, 12, 0);

    private static final long DAY_MS = 24 * 60 * 60 * 1000L;

    static CallTimes from(LocalDateTime wall, ZoneId zone, long callsPerDay) {
        return new CallTimes(zone, wall.atZone(zone).toInstant().toEpochMilli(), callsPerDay);
    }

    long ms(long call) {
        return startMs + call * DAY_MS / callsPerDay;
    }

    LocalDate date(long call) {
        return Instant.ofEpochMilli(ms(call)).atZone(zone).toLocalDate();
    }

    /** The first call of the first day that begins after a call. */
    long firstOfNextDay(long call) {
        long turnMs = date(call).plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
        long first = (turnMs - startMs) * callsPerDay / DAY_MS;
        return ms(first) < turnMs ? first + 1 : first;
    }
}
