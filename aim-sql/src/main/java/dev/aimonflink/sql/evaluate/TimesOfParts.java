package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.type.Interval;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Makes times and intervals from their parts, and moves parts of intervals. */
final class TimesOfParts {
    private static final int DAYS_OF_MONTH = 30;
    private static final int DAYS_OF_WEEK = 7;
    private static final int MONTHS_OF_YEAR = 12;
    private static final long MICROS_OF_SECOND = 1_000_000;
    private static final long MICROS_OF_DAY = 86_400 * MICROS_OF_SECOND;

    private TimesOfParts() {}

    static Object of(Function function, Object[] parts) {
        return switch (function) {
            case MAKE_TIMESTAMP -> time(parts);
            case MAKE_TIMESTAMPTZ -> time(parts).toInstant(ZoneOffset.UTC);
            case MAKE_INTERVAL -> interval(parts);
            case JUSTIFY_DAYS -> daysToMonths((Interval) parts[0]);
            case JUSTIFY_HOURS -> hoursToDays((Interval) parts[0]);
            default -> justified((Interval) parts[0]);
        };
    }

    private static LocalDateTime time(Object[] parts) {
        long year = (Long) parts[0];
        double seconds = (Double) parts[5];
        long hour = (Long) parts[3];
        long minute = (Long) parts[4];
        long micros = (long) Math.rint(seconds * MICROS_OF_SECOND);
        boolean isInDay = hour >= 0
                && minute >= 0
                && minute < 60
                && seconds >= 0
                && seconds <= 60
                && (hour < 24 || (hour == 24 && minute == 0 && micros == 0));
        if (!isInDay || year == 0) {
            throw outOfRange(isInDay ? "date field" : "time field");
        }
        try {
            LocalDate date = LocalDate.of(
                    (int) (year < 0 ? year + 1 : year), ((Long) parts[1]).intValue(), ((Long) parts[2]).intValue());
            long ofDay = (hour * 60 + minute) * 60 * MICROS_OF_SECOND + micros;
            return Interval.ofMicros(ofDay).after(date.atStartOfDay());
        } catch (DateTimeException noSuchDay) {
            throw outOfRange("date field");
        }
    }

    private static SqlException outOfRange(String what) {
        return new SqlException(
                SqlState.TIME_OUT_OF_RANGE,
                SqlException.NOWHERE,
                what + " value out of range. Give a day and an hour that are there.");
    }

    /** Missing parts are zero. */
    private static Interval interval(Object[] parts) {
        try {
            long months = MONTHS_OF_YEAR * part(parts, 0) + part(parts, 1);
            long days = DAYS_OF_WEEK * part(parts, 2) + part(parts, 3);
            double micros = parts.length > 6 ? Math.rint((Double) parts[6] * MICROS_OF_SECOND) : 0;
            if (!(Math.abs(micros) < Long.MAX_VALUE)) {
                throw new ArithmeticException("more than a long holds");
            }
            long time = Math.addExact((part(parts, 4) * 60 + part(parts, 5)) * 60 * MICROS_OF_SECOND, (long) micros);
            return new Interval(Math.toIntExact(months), Math.toIntExact(days), time);
        } catch (ArithmeticException tooLong) {
            throw tooLong();
        }
    }

    private static long part(Object[] parts, int index) {
        return index < parts.length ? (Long) parts[index] : 0;
    }

    private static SqlException tooLong() {
        return new SqlException(
                SqlState.TIME_OUT_OF_RANGE,
                SqlException.NOWHERE,
                "interval out of range. Compute one of less than 178000000 years.");
    }

    private static Interval daysToMonths(Interval interval) {
        try {
            int months = Math.addExact(interval.months(), interval.days() / DAYS_OF_MONTH);
            int days = interval.days() % DAYS_OF_MONTH;
            if (months > 0 && days < 0) {
                return new Interval(months - 1, days + DAYS_OF_MONTH, interval.micros());
            }
            return months < 0 && days > 0
                    ? new Interval(months + 1, days - DAYS_OF_MONTH, interval.micros())
                    : new Interval(months, days, interval.micros());
        } catch (ArithmeticException tooLong) {
            throw tooLong();
        }
    }

    private static Interval hoursToDays(Interval interval) {
        try {
            int days = Math.toIntExact(interval.days() + interval.micros() / MICROS_OF_DAY);
            long micros = interval.micros() % MICROS_OF_DAY;
            if (days > 0 && micros < 0) {
                return new Interval(interval.months(), days - 1, micros + MICROS_OF_DAY);
            }
            return days < 0 && micros > 0
                    ? new Interval(interval.months(), days + 1, micros - MICROS_OF_DAY)
                    : new Interval(interval.months(), days, micros);
        } catch (ArithmeticException tooLong) {
            throw tooLong();
        }
    }

    /** All parts get the sign of the greatest non-zero one. */
    private static Interval justified(Interval interval) {
        try {
            long allDays = interval.days() + interval.micros() / MICROS_OF_DAY;
            long months = interval.months() + allDays / DAYS_OF_MONTH;
            long days = allDays % DAYS_OF_MONTH;
            long micros = interval.micros() % MICROS_OF_DAY;
            if (months > 0 && (days < 0 || (days == 0 && micros < 0))) {
                days += DAYS_OF_MONTH;
                months--;
            } else if (months < 0 && (days > 0 || (days == 0 && micros > 0))) {
                days -= DAYS_OF_MONTH;
                months++;
            }
            if (days > 0 && micros < 0) {
                micros += MICROS_OF_DAY;
                days--;
            } else if (days < 0 && micros > 0) {
                micros -= MICROS_OF_DAY;
                days++;
            }
            return new Interval(Math.toIntExact(months), Math.toIntExact(days), micros);
        } catch (ArithmeticException tooLong) {
            throw tooLong();
        }
    }
}
