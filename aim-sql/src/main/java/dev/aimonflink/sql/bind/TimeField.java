package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.text.Letters;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalUnit;
import java.util.Locale;
import java.util.Optional;

/** A field of a time in a time zone, with the digits that PostgreSQL gives it. */
public enum TimeField {
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
    EPOCH(null);

    private static final int DIGITS_OF_SECONDS = 6;
    private static final int DIGITS_OF_MILLISECONDS = 3;
    private static final int DIGITS_OF_NANOS = 9;
    private static final int DAYS_OF_A_WEEK = 7;
    private static final int MONTHS_OF_A_QUARTER = 3;

    /** Null if truncating to the field is more than leaving smaller ones out. */
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
            case YEAR, QUARTER, MONTH, WEEK -> true;
            default -> unit != null;
        };
    }

    public BigDecimal of(ZonedDateTime time) {
        return switch (this) {
            case YEAR -> BigDecimal.valueOf(time.getYear());
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
        };
    }

    private static BigDecimal seconds(long whole, ZonedDateTime time, int digits) {
        return BigDecimal.valueOf(whole)
                .add(BigDecimal.valueOf(time.getNano(), DIGITS_OF_NANOS))
                .setScale(digits, RoundingMode.DOWN);
    }

    /** The latest time with the same field at which all smaller fields are zero. */
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
            default -> throw new IllegalStateException("not a unit: " + this);
        };
    }
}
