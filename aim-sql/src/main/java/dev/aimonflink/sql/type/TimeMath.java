package dev.aimonflink.sql.type;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Sums and differences of times, dates and intervals; a day has as many hours as its time zone gives it. */
public final class TimeMath {
    private static final Interval NONE = Interval.ofMicros(0);

    private TimeMath() {}

    /** A time, a time without a zone, a date or an interval, and an interval later; a date becomes a time without a zone. */
    public static Object plus(Object time, Interval interval, ZoneId zone) {
        if (time instanceof Instant instant) {
            Instant months = moved(instant, new Interval(interval.months(), 0, 0), zone);
            Instant days = moved(months, new Interval(0, interval.days(), 0), zone);
            return moved(days, Interval.ofMicros(interval.micros()), ZoneOffset.UTC);
        }
        return time instanceof Interval other ? other.plus(interval) : interval.after(withoutZone(time));
    }

    /** Zero days later is the same moment, even where the clock shows its time twice. */
    private static Instant moved(Instant time, Interval later, ZoneId zone) {
        return later.equals(NONE) ? time : instant(later.after(LocalDateTime.ofInstant(time, zone)), zone);
    }

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

    /** From one time to another in years, months, days and a time. Days of a partial month are counted in the first time's month. */
    public static Interval age(Object later, Object earlier) {
        LocalDateTime to = withoutZone(later);
        LocalDateTime from = withoutZone(earlier);
        if (to.isBefore(from)) {
            return age(from, to).negated();
        }
        long months = ChronoUnit.MONTHS.between(YearMonth.from(from), YearMonth.from(to));
        long micros = ChronoUnit.MICROS.between(from.toLocalTime(), to.toLocalTime());
        int days = to.getDayOfMonth() - from.getDayOfMonth();
        if (micros < 0) {
            micros += Interval.MICROS_OF_DAY;
            days--;
        }
        if (days < 0) {
            days += from.toLocalDate().lengthOfMonth();
            months--;
        }
        return new Interval((int) months, days, micros);
    }

    /** When a zone's clock shows a time: the later of two such moments, as in PostgreSQL. */
    public static Instant instant(LocalDateTime time, ZoneId zone) {
        return time.atZone(zone).withLaterOffsetAtOverlap().toInstant();
    }

    /** The zone among a function's arguments, behind the others; UTC if absent. */
    public static ZoneId zone(List<?> arguments, int index) {
        return arguments.size() > index ? ZoneId.of((String) arguments.get(index)) : ZoneOffset.UTC;
    }

    /** A time or date as a clock without a zone shows it; an instant in UTC. */
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
