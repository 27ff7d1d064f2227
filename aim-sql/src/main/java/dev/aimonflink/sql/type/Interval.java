package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/**
 * A span of time in PostgreSQL's three parts: months, which differ in length, days, and a time. Comparisons take a month as 30 days and a
 * day as 24 hours; equal ones need not be the same object.
 */
public record Interval(int months, int days, long micros) implements Comparable<Interval> {
    static final int DAYS_OF_MONTH = 30;
    static final int MONTHS_OF_YEAR = 12;
    static final long MICROS_OF_DAY = PgTimes.SECONDS_OF_DAY * PgTimes.MICROS_OF_SECOND;

    public static Interval ofMicros(long micros) {
        return new Interval(0, 0, micros);
    }

    public static Interval between(LocalDateTime from, LocalDateTime to) {
        long micros = microsBetween(from, to);
        return new Interval(0, (int) (micros / MICROS_OF_DAY), micros % MICROS_OF_DAY);
    }

    public static long microsBetween(LocalDateTime from, LocalDateTime to) {
        try {
            return ChronoUnit.MICROS.between(from, to);
        } catch (ArithmeticException tooLong) {
            throw Faults.intervalTooLong();
        }
    }

    public Interval plus(Interval other) {
        try {
            return new Interval(
                    Math.addExact(months, other.months),
                    Math.addExact(days, other.days),
                    Math.addExact(micros, other.micros));
        } catch (ArithmeticException tooLong) {
            throw Faults.intervalTooLong();
        }
    }

    public Interval negated() {
        try {
            return new Interval(Math.negateExact(months), Math.negateExact(days), Math.negateExact(micros));
        } catch (ArithmeticException tooLong) {
            throw Faults.intervalTooLong();
        }
    }

    /** Fractions of months become days, and of days a time. */
    public Interval times(double factor) {
        return of(months * factor, days * factor, micros * factor);
    }

    /** Not {@link #times} the inverse, whose rounding can cost a month. */
    public Interval dividedBy(double divisor) {
        return of(months / divisor, days / divisor, micros / divisor);
    }

    private static Interval of(double manyMonths, double manyDays, double micros) {
        double daysOfMonths = rounded((manyMonths - truncated(manyMonths)) * DAYS_OF_MONTH);
        double seconds = rounded(
                (manyDays - truncated(manyDays) + daysOfMonths - truncated(daysOfMonths)) * PgTimes.SECONDS_OF_DAY);
        double wholeDays = truncated(manyDays) + truncated(daysOfMonths);
        if (Math.abs(seconds) >= PgTimes.SECONDS_OF_DAY) {
            wholeDays += truncated(seconds / PgTimes.SECONDS_OF_DAY);
            seconds %= PgTimes.SECONDS_OF_DAY;
        }
        double manyMicros = Math.rint(micros + seconds * PgTimes.MICROS_OF_SECOND);
        if (!(Math.abs(manyMonths) <= Integer.MAX_VALUE
                && Math.abs(wholeDays) <= Integer.MAX_VALUE
                && Math.abs(manyMicros) < Long.MAX_VALUE)) {
            throw Faults.intervalTooLong();
        }
        return new Interval((int) manyMonths, (int) wholeDays, (long) manyMicros);
    }

    private static double truncated(double number) {
        return number < 0 ? Math.ceil(number) : Math.floor(number);
    }

    /** To microseconds. */
    private static double rounded(double number) {
        return Math.rint(number * PgTimes.MICROS_OF_SECOND) / PgTimes.MICROS_OF_SECOND;
    }

    /** The time that much later: first by the months, to the last day of a shorter one, then by the rest. */
    public LocalDateTime after(LocalDateTime time) {
        try {
            LocalDateTime later = time.plusMonths(months).plusDays(days).plus(micros, ChronoUnit.MICROS);
            if (PgTimes.has(later)) {
                return later;
            }
        } catch (DateTimeException beyond) {
            // As any other time that PostgreSQL does not have.
        }
        throw Faults.timeTooFar();
    }

    /** The seconds of all parts; a year has 365.25 days, as for PostgreSQL's epoch. */
    public BigDecimal seconds() {
        BigDecimal daysOfAll = BigDecimal.valueOf(months / MONTHS_OF_YEAR)
                .multiply(new BigDecimal("365.25"))
                .add(BigDecimal.valueOf(months % MONTHS_OF_YEAR * (long) DAYS_OF_MONTH + days));
        return daysOfAll
                .multiply(BigDecimal.valueOf(PgTimes.SECONDS_OF_DAY))
                .add(BigDecimal.valueOf(micros, 6))
                .setScale(6, RoundingMode.UNNECESSARY);
    }

    /** A representative of all that equal this one. */
    public Interval canonical() {
        long all = allDays();
        return new Interval(
                (int) (all / DAYS_OF_MONTH), (int) (all % DAYS_OF_MONTH), Math.floorMod(micros, MICROS_OF_DAY));
    }

    public long allMicros() {
        try {
            return Math.addExact(Math.multiplyExact(allDays(), MICROS_OF_DAY), Math.floorMod(micros, MICROS_OF_DAY));
        } catch (ArithmeticException tooLong) {
            throw Faults.intervalTooLong();
        }
    }

    private long allDays() {
        return (long) months * DAYS_OF_MONTH + days + Math.floorDiv(micros, MICROS_OF_DAY);
    }

    @Override
    public int compareTo(Interval other) {
        int order = Long.compare(allDays(), other.allDays());
        return order != 0
                ? order
                : Long.compare(Math.floorMod(micros, MICROS_OF_DAY), Math.floorMod(other.micros, MICROS_OF_DAY));
    }

    /** As PostgreSQL writes it. */
    @Override
    public String toString() {
        return IntervalText.write(this);
    }
}
