package dev.aimonflink.core.schema;

import java.time.LocalDate;
import java.time.ZoneId;

/**
 * A tumbling calendar window: the calendar is cut into days or weeks, and a window is the one that is now. Windows are
 * numbered; the number is what records, blocks and partials are stamped with.
 */
public enum Window {
    /** From 00:00 local time; number 0 is 1970-01-01. */
    DAY("day", 1, 0),
    /** From Monday 00:00 local time; number 0 began on Monday 1969-12-29. */
    WEEK("week", 7, -3);

    private final String label;
    private final int days;
    private final int firstEpochDay;

    Window(String label, int days, int firstEpochDay) {
        this.label = label;
        this.days = days;
        this.firstEpochDay = firstEpochDay;
    }

    /** As in {@code number_of_calls_this_day}. */
    public String label() {
        return label;
    }

    /** The number of the window that contains a date. */
    public int numberOf(LocalDate date) {
        return Math.toIntExact(Math.floorDiv(date.toEpochDay() - firstEpochDay, (long) days));
    }

    public LocalDate firstDateOf(int number) {
        return LocalDate.ofEpochDay((long) number * days + firstEpochDay);
    }

    /** The instant at which a window begins: local midnight, or the first instant after it where a clock change skips it. */
    public long startMs(int number, ZoneId zone) {
        return firstDateOf(number).atStartOfDay(zone).toInstant().toEpochMilli();
    }
}
