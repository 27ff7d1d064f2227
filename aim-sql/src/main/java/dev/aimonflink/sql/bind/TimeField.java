package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.text.Letters;
import dev.aimonflink.sql.type.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalUnit;
import java.util.Locale;
import java.util.Optional;

/** A field of a time in a time zone, with PostgreSQL's digits. */
public enum TimeField {
    MILLENNIUM(null),
    CENTURY(null),
    DECADE(null),
    YEAR(null),
    ISOYEAR(null),
    QUARTER(null),
    MONTH(null),
    WEEK(null),
    DAY(ChronoUnit.DAYS),
    DOW(null),
    ISODOW(null),
    DOY(null),
    HOUR(ChronoUnit.HOURS),
    MINUTE(ChronoUnit.MINUTES),
    SECOND(ChronoUnit.SECONDS),
    MILLISECONDS(ChronoUnit.MILLIS),
    MICROSECONDS(ChronoUnit.MICROS),
    EPOCH(null),
    /** The days since 4714 BC, with the elapsed part of the last one. */
    JULIAN(null),
    TIMEZONE(null),
    TIMEZONE_HOUR(null),
    TIMEZONE_MINUTE(null);

    private static final int DIGITS_OF_SECONDS = 6;
    private static final int DIGITS_OF_MILLISECONDS = 3;
    private static final int DIGITS_OF_NANOS = 9;
    private static final int DAYS_OF_A_WEEK = 7;
    private static final int MONTHS_OF_A_QUARTER = 3;
    private static final int MONTHS_OF_A_YEAR = 12;
    private static final int YEARS_OF_A_DECADE = 10;
    private static final int YEARS_OF_A_CENTURY = 100;
    private static final int YEARS_OF_A_MILLENNIUM = 1_000;
    private static final long SECONDS_OF_A_DAY = 86_400;
    private static final long MICROS_OF_MINUTE = 60_000_000;
    private static final long MICROS_OF_HOUR = 60 * MICROS_OF_MINUTE;

    /** Null if truncating to the field does more than drop smaller ones. */
    private final TemporalUnit unit;

    TimeField(TemporalUnit unit) {
        this.unit = unit;
    }

    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<TimeField> of(String written) {
        String name = Letters.lower(written);
        for (TimeField field : values()) {
            if (field.sqlName().equals(name) || (field.sqlName() + "s").equals(name)) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }

    boolean canBeTruncatedTo() {
        return switch (this) {
            case MILLENNIUM, CENTURY, DECADE, YEAR, QUARTER, MONTH, WEEK -> true;
            default -> unit != null;
        };
    }

    public BigDecimal of(ZonedDateTime time) {
        return switch (this) {
            case MILLENNIUM -> BigDecimal.valueOf(begun(year(time), YEARS_OF_A_MILLENNIUM));
            case CENTURY -> BigDecimal.valueOf(begun(year(time), YEARS_OF_A_CENTURY));
            case DECADE -> BigDecimal.valueOf(Math.floorDiv(time.getYear(), YEARS_OF_A_DECADE));
            case YEAR -> BigDecimal.valueOf(year(time));
            case ISOYEAR -> BigDecimal.valueOf(time.get(IsoFields.WEEK_BASED_YEAR));
            case QUARTER -> BigDecimal.valueOf(time.get(IsoFields.QUARTER_OF_YEAR));
            case MONTH -> BigDecimal.valueOf(time.getMonthValue());
            case WEEK -> BigDecimal.valueOf(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            case DAY -> BigDecimal.valueOf(time.getDayOfMonth());
            case DOW -> BigDecimal.valueOf(time.getDayOfWeek().getValue() % DAYS_OF_A_WEEK);
            case ISODOW -> BigDecimal.valueOf(time.getDayOfWeek().getValue());
            case DOY -> BigDecimal.valueOf(time.getDayOfYear());
            case HOUR -> BigDecimal.valueOf(time.getHour());
            case MINUTE -> BigDecimal.valueOf(time.getMinute());
            case SECOND -> seconds(time.getSecond(), time, DIGITS_OF_SECONDS);
            case MILLISECONDS ->
                seconds(time.getSecond(), time, DIGITS_OF_SECONDS).movePointRight(DIGITS_OF_MILLISECONDS);
            case MICROSECONDS ->
                seconds(time.getSecond(), time, DIGITS_OF_SECONDS).movePointRight(DIGITS_OF_SECONDS);
            case EPOCH -> seconds(time.getLong(ChronoField.INSTANT_SECONDS), time, DIGITS_OF_SECONDS);
            case JULIAN -> {
                BigDecimal micros = BigDecimal.valueOf(time.toLocalTime().toNanoOfDay() / 1_000);
                BigDecimal part = Numbers.divide(micros, BigDecimal.valueOf(SECONDS_OF_A_DAY * 1_000_000));
                yield BigDecimal.valueOf(time.getLong(JulianFields.JULIAN_DAY)).add(part);
            }
            case TIMEZONE -> BigDecimal.valueOf(time.getOffset().getTotalSeconds());
            case TIMEZONE_HOUR -> BigDecimal.valueOf(time.getOffset().getTotalSeconds() / 3_600);
            case TIMEZONE_MINUTE -> BigDecimal.valueOf(time.getOffset().getTotalSeconds() % 3_600 / 60);
        };
    }

    boolean isOfDates() {
        return switch (this) {
            case HOUR, MINUTE, SECOND, MILLISECONDS, MICROSECONDS -> false;
            default -> isWithoutZone();
        };
    }

    boolean isWithoutZone() {
        return this != TIMEZONE && this != TIMEZONE_HOUR && this != TIMEZONE_MINUTE;
    }

    boolean canTruncateIntervals() {
        return canBeTruncatedTo() && this != WEEK;
    }

    /** Everything below the field becomes zero. */
    public Interval truncate(Interval interval) {
        int months = interval.months();
        return switch (this) {
            case MILLENNIUM -> new Interval(months - months % (MONTHS_OF_A_YEAR * YEARS_OF_A_MILLENNIUM), 0, 0);
            case CENTURY -> new Interval(months - months % (MONTHS_OF_A_YEAR * YEARS_OF_A_CENTURY), 0, 0);
            case DECADE -> new Interval(months - months % (MONTHS_OF_A_YEAR * YEARS_OF_A_DECADE), 0, 0);
            case YEAR -> new Interval(months - months % MONTHS_OF_A_YEAR, 0, 0);
            case QUARTER -> new Interval(months - months % MONTHS_OF_A_QUARTER, 0, 0);
            case MONTH -> new Interval(months, 0, 0);
            case DAY -> new Interval(months, interval.days(), 0);
            default -> {
                long micros = interval.micros();
                yield new Interval(
                        months,
                        interval.days(),
                        micros - micros % unit.getDuration().dividedBy(1_000).toNanos());
            }
        };
    }

    public BigDecimal of(LocalDate date) {
        if (this == JULIAN) {
            return BigDecimal.valueOf(date.getLong(JulianFields.JULIAN_DAY));
        }
        return this == EPOCH
                ? BigDecimal.valueOf(date.toEpochDay() * SECONDS_OF_A_DAY)
                : of(date.atStartOfDay(ZoneOffset.UTC));
    }

    boolean isOfIntervals() {
        return of(Interval.ofMicros(0)).isPresent();
    }

    /** Empty if intervals lack the field. */
    public Optional<BigDecimal> of(Interval interval) {
        long micros = interval.micros();
        long ofMinute = micros % MICROS_OF_MINUTE;
        return switch (this) {
            case MILLENNIUM ->
                Optional.of(BigDecimal.valueOf(interval.months() / MONTHS_OF_A_YEAR / YEARS_OF_A_MILLENNIUM));
            case CENTURY -> Optional.of(BigDecimal.valueOf(interval.months() / MONTHS_OF_A_YEAR / YEARS_OF_A_CENTURY));
            case DECADE -> Optional.of(BigDecimal.valueOf(interval.months() / MONTHS_OF_A_YEAR / YEARS_OF_A_DECADE));
            case YEAR -> Optional.of(BigDecimal.valueOf(interval.months() / MONTHS_OF_A_YEAR));
            case QUARTER ->
                Optional.of(BigDecimal.valueOf(interval.months() % MONTHS_OF_A_YEAR / MONTHS_OF_A_QUARTER + 1));
            case MONTH -> Optional.of(BigDecimal.valueOf(interval.months() % MONTHS_OF_A_YEAR));
            case WEEK -> Optional.of(BigDecimal.valueOf(interval.days() / DAYS_OF_A_WEEK));
            case DAY -> Optional.of(BigDecimal.valueOf(interval.days()));
            case HOUR -> Optional.of(BigDecimal.valueOf(micros / MICROS_OF_HOUR));
            case MINUTE -> Optional.of(BigDecimal.valueOf(micros % MICROS_OF_HOUR / MICROS_OF_MINUTE));
            case SECOND -> Optional.of(BigDecimal.valueOf(ofMinute, DIGITS_OF_SECONDS));
            case MILLISECONDS -> Optional.of(BigDecimal.valueOf(ofMinute, DIGITS_OF_MILLISECONDS));
            case MICROSECONDS -> Optional.of(BigDecimal.valueOf(ofMinute));
            case EPOCH -> Optional.of(interval.seconds());
            default -> Optional.empty();
        };
    }

    private static BigDecimal seconds(long whole, ZonedDateTime time, int digits) {
        return BigDecimal.valueOf(whole)
                .add(BigDecimal.valueOf(time.getNano(), DIGITS_OF_NANOS))
                .setScale(digits, RoundingMode.DOWN);
    }

    /** The year -1 precedes the year 1. */
    private static int year(ZonedDateTime time) {
        return time.getYear() > 0 ? time.getYear() : time.getYear() - 1;
    }

    /** The number of a year's century or millennium, of which there is no number 0. */
    private static int begun(int year, int years) {
        return year > 0 ? (year + years - 1) / years : -((years - 1 - year) / years);
    }

    /** The years 1, 101, 201 and so on begin a century. */
    private static int firstOf(int year, int years) {
        return Math.floorDiv(year - 1, years) * years + 1;
    }

    /** The latest time with the same field and all smaller fields zero. */
    public ZonedDateTime truncate(ZonedDateTime time) {
        if (unit != null) {
            return time.truncatedTo(unit);
        }
        ZonedDateTime day = time.truncatedTo(ChronoUnit.DAYS);
        return switch (this) {
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> day.withDayOfMonth(1);
            case QUARTER ->
                day.withDayOfMonth(1)
                        .withMonth(1 + (time.getMonthValue() - 1) / MONTHS_OF_A_QUARTER * MONTHS_OF_A_QUARTER);
            case YEAR -> day.withDayOfYear(1);
            case DECADE ->
                day.withDayOfYear(1).withYear(Math.floorDiv(time.getYear(), YEARS_OF_A_DECADE) * YEARS_OF_A_DECADE);
            case CENTURY -> day.withDayOfYear(1).withYear(firstOf(time.getYear(), YEARS_OF_A_CENTURY));
            case MILLENNIUM -> day.withDayOfYear(1).withYear(firstOf(time.getYear(), YEARS_OF_A_MILLENNIUM));
            default -> throw new IllegalStateException("not a unit: " + this);
        };
    }
}
