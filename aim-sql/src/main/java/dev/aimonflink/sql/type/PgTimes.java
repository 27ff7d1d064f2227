package dev.aimonflink.sql.type;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * PostgreSQL's times: microseconds from 4714-11-24 BC to the year 294276, and {@code infinity}, the greatest value of the Java class, as
 * {@code -infinity} is the least.
 */
final class PgTimes {
    static final LocalDate EPOCH = LocalDate.of(2000, 1, 1);
    static final long MICROS_OF_SECOND = 1_000_000;
    static final int NANOS_OF_MICRO = 1_000;
    static final long SECONDS_OF_DAY = 86_400;

    private static final LocalDate FIRST_DATE = LocalDate.of(-4713, 11, 24);
    private static final LocalDate LAST_DATE = LocalDate.of(5_874_897, 12, 31);
    private static final LocalDateTime FIRST = FIRST_DATE.atStartOfDay();
    private static final LocalDateTime BEHIND_LAST = LocalDate.of(294_277, 1, 1).atStartOfDay();
    private static final long EPOCH_SECOND = EPOCH.toEpochDay() * SECONDS_OF_DAY;

    private PgTimes() {}

    static boolean has(LocalDateTime time) {
        return !time.isBefore(FIRST) && time.isBefore(BEHIND_LAST);
    }

    static boolean has(LocalDate date) {
        return !date.isBefore(FIRST_DATE) && !date.isAfter(LAST_DATE);
    }

    /** Microseconds since PostgreSQL's epoch, truncated. */
    static long micros(Instant time) {
        if (time.equals(Instant.MAX)) {
            return Long.MAX_VALUE;
        }
        if (time.equals(Instant.MIN)) {
            return Long.MIN_VALUE;
        }
        if (!has(LocalDateTime.ofInstant(time, ZoneOffset.UTC))) {
            throw Faults.noSuchTime(PgType.TIMESTAMPTZ, time.toString());
        }
        return (time.getEpochSecond() - EPOCH_SECOND) * MICROS_OF_SECOND + time.getNano() / NANOS_OF_MICRO;
    }

    static Instant time(long micros) {
        if (micros == Long.MAX_VALUE) {
            return Instant.MAX;
        }
        if (micros == Long.MIN_VALUE) {
            return Instant.MIN;
        }
        return Instant.ofEpochSecond(
                EPOCH_SECOND + Math.floorDiv(micros, MICROS_OF_SECOND),
                Math.floorMod(micros, MICROS_OF_SECOND) * NANOS_OF_MICRO);
    }

    /** A time without a zone, as if it were UTC. */
    static Instant inUtc(LocalDateTime time) {
        if (time.equals(LocalDateTime.MAX)) {
            return Instant.MAX;
        }
        return time.equals(LocalDateTime.MIN) ? Instant.MIN : time.toInstant(ZoneOffset.UTC);
    }

    static LocalDateTime withoutZone(Instant time) {
        if (time.equals(Instant.MAX)) {
            return LocalDateTime.MAX;
        }
        return time.equals(Instant.MIN) ? LocalDateTime.MIN : LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    }

    /** Days since PostgreSQL's epoch. */
    static int days(LocalDate date) {
        if (date.equals(LocalDate.MAX)) {
            return Integer.MAX_VALUE;
        }
        if (date.equals(LocalDate.MIN)) {
            return Integer.MIN_VALUE;
        }
        if (!has(date)) {
            throw Faults.noSuchTime(PgType.DATE, date.toString());
        }
        return (int) (date.toEpochDay() - EPOCH.toEpochDay());
    }

    static LocalDate date(int days) {
        if (days == Integer.MAX_VALUE) {
            return LocalDate.MAX;
        }
        return days == Integer.MIN_VALUE ? LocalDate.MIN : EPOCH.plusDays(days);
    }
}
