package dev.aimonflink.matrix.model;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Locale;

/**
 * A tumbling calendar window: one of the pieces of so many minutes, hours, days, weeks or months that divide the local calendar. Windows
 * are numbered from 1970-01-01 00:00 local time, weeks from Monday 1969-12-29. Records, blocks and partials carry the numbers.
 *
 * <p>Windows follow local time. When clocks are put forward, a window is shorter, or empty and skipped; when they are put back, the window
 * shown twice is longer. So windows of six hours always begin at 00, 06, 12 and 18 o'clock, and four of them are a day.
 */
public record Window(Unit unit, int count) implements WindowPolicy {
    /** Hundreds of years in months; a larger number is a typing error. */
    public static final int MAX_COUNT = 10_000;

    public static final Window DAY = new Window(Unit.DAY, 1);
    public static final Window WEEK = new Window(Unit.WEEK, 1);

    private static final int HOURS_OF_DAY = 24;
    private static final int MINUTES_OF_HOUR = 60;
    private static final int DAYS_OF_WEEK = 7;
    private static final int DAYS_OF_LONGEST_MONTH = 31;
    private static final int MONTHS_OF_YEAR = 12;
    private static final int FIRST_YEAR = 1970;

    /** The day on which week number 0 began. */
    private static final int FIRST_MONDAY = -3;

    public enum Unit {
        MINUTE,
        HOUR,
        DAY,
        WEEK,
        MONTH;

        /** As in {@code 1 hour}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Window {
        if (count < 1 || count > MAX_COUNT) {
            throw new InvalidInputException("A window of " + count + " " + unit.label()
                    + "s is impossible. Give a whole number in 1.." + MAX_COUNT + ".");
        }
    }

    /** As in {@code count_events_this_day} and {@code count_events_this_3_days}. */
    public String label() {
        return count == 1 ? unit.label() : count + "_" + unit.label() + "s";
    }

    @Override
    public String columnName() {
        return "this_" + label();
    }

    /** As people write it: {@code 1 day}, {@code 3 days}. */
    @Override
    public String toString() {
        return count + " " + unit.label() + (count == 1 ? "" : "s");
    }

    @Override
    public Window pane() {
        return this;
    }

    @Override
    public String kind() {
        return "calendar";
    }

    @Override
    public String remedy() {
        return "give a shorter window";
    }

    /** Where no clock is put back, with months of 31 days. */
    @Override
    public Duration longest() {
        return switch (unit) {
            case MINUTE -> Duration.ofMinutes(count);
            case HOUR -> Duration.ofHours(count);
            case DAY -> Duration.ofDays(count);
            case WEEK -> Duration.ofDays((long) count * DAYS_OF_WEEK);
            case MONTH -> Duration.ofDays((long) count * DAYS_OF_LONGEST_MONTH);
        };
    }

    /**
     * The latest time of an event whose window has a number, in any time zone. Numbers have 31 bits, which only windows of a minute exhaust
     * before {@link EventFaults#MAX_TIMESTAMP_MS}.
     */
    public long latestMs() {
        LocalDateTime last = Instant.ofEpochMilli(EventFaults.MAX_TIMESTAMP_MS)
                .atOffset(ZoneOffset.MAX)
                .toLocalDateTime();
        // A clock also looks at the window after the current one.
        final int lastNumber = Integer.MAX_VALUE - 1;
        return longNumberOf(last) <= lastNumber
                ? EventFaults.MAX_TIMESTAMP_MS
                : startOf(lastNumber).toInstant(ZoneOffset.MAX).toEpochMilli();
    }

    public int numberOf(LocalDateTime wall) {
        return Math.toIntExact(longNumberOf(wall));
    }

    private long longNumberOf(LocalDateTime wall) {
        long day = wall.toLocalDate().toEpochDay();
        long units =
                switch (unit) {
                    case MINUTE -> (day * HOURS_OF_DAY + wall.getHour()) * MINUTES_OF_HOUR + wall.getMinute();
                    case HOUR -> day * HOURS_OF_DAY + wall.getHour();
                    case DAY -> day;
                    case WEEK -> Math.floorDiv(day - FIRST_MONDAY, DAYS_OF_WEEK);
                    case MONTH -> (wall.getYear() - FIRST_YEAR) * (long) MONTHS_OF_YEAR + wall.getMonthValue() - 1;
                };
        return Math.floorDiv(units, (long) count);
    }

    /** The number of the window that contains a date, or its first hour. */
    public int numberOf(LocalDate date) {
        return numberOf(date.atStartOfDay());
    }

    public LocalDateTime startOf(int number) {
        long units = (long) number * count;
        return switch (unit) {
            case MINUTE -> midnight(0).plusMinutes(units);
            case HOUR -> midnight(0).plusHours(units);
            case DAY -> midnight(units);
            case WEEK -> midnight(units * DAYS_OF_WEEK + FIRST_MONDAY);
            case MONTH -> midnight(0).plusMonths(units);
        };
    }

    private static LocalDateTime midnight(long epochDay) {
        return LocalDate.ofEpochDay(epochDay).atStartOfDay();
    }

    public LocalDate firstDateOf(int number) {
        return startOf(number).toLocalDate();
    }

    /** The instant at which a window begins: the first, if clocks show it twice; the next, if they skip it. */
    public long startMs(int number, ZoneId zone) {
        LocalDateTime start = startOf(number);
        ZoneRules rules = zone.getRules();
        ZoneOffsetTransition change = rules.getTransition(start);
        return change != null && change.isGap()
                ? change.getInstant().toEpochMilli()
                : start.atZone(zone).toInstant().toEpochMilli();
    }
}
