package dev.aimonflink.sql.type;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Sums and differences of times, dates and intervals. A day has as many hours as its time zone gives it. */
public final class TimeMath {
    private TimeMath() {}

    /** A time, a time without a zone, a date or an interval, and an interval later. A date becomes a time without a zone. */
    public static Object plus(Object time, Interval interval, ZoneId zone) {
        if (time instanceof Instant instant) {
            LocalDateTime days =
                    new Interval(interval.months(), interval.days(), 0).after(LocalDateTime.ofInstant(instant, zone));
            Interval clock = Interval.ofMicros(interval.micros());
            return clock.after(LocalDateTime.ofInstant(days.atZone(zone).toInstant(), ZoneOffset.UTC))
                    .toInstant(ZoneOffset.UTC);
        }
        return time instanceof Interval other ? other.plus(interval) : interval.after(withoutZone(time));
    }

    /** A date so many days later. */
    public static LocalDate plus(LocalDate date, long days) {
        try {
            LocalDate later = date.plusDays(days);
            if (PgTimes.has(later)) {
                return later;
            }
        } catch (DateTimeException | ArithmeticException beyond) {
            // As any other date that PostgreSQL does not have.
        }
        throw Faults.dateTooFar();
    }

    /** Between dates the number of days, as a {@link Long}; else an interval. */
    public static Object difference(Object later, Object earlier) {
        if (later instanceof LocalDate to && earlier instanceof LocalDate from) {
            return ChronoUnit.DAYS.between(from, to);
        }
        return later instanceof Interval interval
                ? interval.plus(((Interval) earlier).negated())
                : Interval.between(withoutZone(earlier), withoutZone(later));
    }

    /** From one time to another in years, months, days and a time. */
    public static Interval age(Object later, Object earlier) {
        LocalDateTime to = withoutZone(later);
        LocalDateTime from = withoutZone(earlier);
        if (to.isBefore(from)) {
            return age(from, to).negated();
        }
        long months = ChronoUnit.MONTHS.between(from, to);
        Interval rest = restOfMonth(from, to);
        return new Interval((int) months, rest.days(), rest.micros());
    }

    /** Days of a month that has begun are those of the month in which the whole ones begin. */
    private static Interval restOfMonth(LocalDateTime from, LocalDateTime to) {
        long micros = ChronoUnit.MICROS.between(from.toLocalTime(), to.toLocalTime());
        int days = to.getDayOfMonth() - from.getDayOfMonth();
        if (micros < 0) {
            micros += Interval.MICROS_OF_DAY;
            days--;
        }
        if (days < 0) {
            days += from.toLocalDate().lengthOfMonth();
        }
        return new Interval(0, days, micros);
    }

    /** A time or a date as a clock without a zone shows it; that of an instant in UTC. */
    public static LocalDateTime withoutZone(Object time) {
        return time instanceof Instant instant
                ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
                : time instanceof LocalDate date ? date.atStartOfDay() : (LocalDateTime) time;
    }

    /** The same with the zone in which fields are taken. */
    public static ZonedDateTime inZone(Object time, ZoneId zone) {
        return time instanceof Instant instant
                ? instant.atZone(zone)
                : withoutZone(time).atZone(ZoneOffset.UTC);
    }
}
