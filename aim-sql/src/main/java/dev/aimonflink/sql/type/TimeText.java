package dev.aimonflink.sql.type;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Times as ISO-style texts: {@code 2026-11-27 01:44:53.123+00}, followed by {@code BC} before the year 1. */
final class TimeText {
    static final String INFINITY = "infinity";
    static final String MINUS_INFINITY = "-infinity";

    private static final int SECONDS_OF_HOUR = 3_600;
    private static final int SECONDS_OF_MINUTE = 60;
    private static final int DIGITS_OF_YEAR = 4;
    private static final int DIGITS_OF_FRACTION = 6;

    private TimeText() {}

    static String write(Instant time, ZoneId zone) {
        if (time.equals(Instant.MAX)) {
            return INFINITY;
        }
        if (time.equals(Instant.MIN)) {
            return MINUS_INFINITY;
        }
        ZoneOffset offset = zone.getRules().getOffset(time);
        LocalDateTime local = LocalDateTime.ofInstant(time, offset);
        StringBuilder text = new StringBuilder();
        appendDateTime(text, local);
        appendOffset(text, offset.getTotalSeconds());
        return text.append(era(local.toLocalDate())).toString();
    }

    static String write(LocalDateTime time) {
        if (time.equals(LocalDateTime.MAX)) {
            return INFINITY;
        }
        if (time.equals(LocalDateTime.MIN)) {
            return MINUS_INFINITY;
        }
        StringBuilder text = new StringBuilder();
        appendDateTime(text, time);
        return text.append(era(time.toLocalDate())).toString();
    }

    static String write(LocalDate date) {
        if (date.equals(LocalDate.MAX)) {
            return INFINITY;
        }
        if (date.equals(LocalDate.MIN)) {
            return MINUS_INFINITY;
        }
        StringBuilder text = new StringBuilder();
        appendDate(text, date);
        return text.append(era(date)).toString();
    }

    private static String era(LocalDate date) {
        return date.getYear() > 0 ? "" : " BC";
    }

    private static void appendDateTime(StringBuilder text, LocalDateTime time) {
        appendDate(text, time.toLocalDate());
        text.append(' ');
        appendTime(text, time.getHour(), time.getMinute(), time.getSecond(), time.getNano() / PgTimes.NANOS_OF_MICRO);
    }

    private static void appendDate(StringBuilder text, LocalDate date) {
        // Before the year 1 came the year 1 BC.
        int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
        append(text, year, DIGITS_OF_YEAR);
        append(text.append('-'), date.getMonthValue(), 2);
        append(text.append('-'), date.getDayOfMonth(), 2);
    }

    /** With only the needed digits of a second. */
    static void appendTime(StringBuilder text, long hours, int minutes, int seconds, int micros) {
        append(text, hours, 2);
        append(text.append(':'), minutes, 2);
        append(text.append(':'), seconds, 2);
        if (micros != 0) {
            append(text.append('.'), micros, DIGITS_OF_FRACTION);
            while (text.charAt(text.length() - 1) == '0') {
                text.setLength(text.length() - 1);
            }
        }
    }

    /** The fewest of hours, minutes and seconds. */
    private static void appendOffset(StringBuilder text, int offset) {
        int seconds = Math.abs(offset);
        append(text.append(offset < 0 ? '-' : '+'), seconds / SECONDS_OF_HOUR, 2);
        if (seconds % SECONDS_OF_HOUR != 0) {
            append(text.append(':'), seconds % SECONDS_OF_HOUR / SECONDS_OF_MINUTE, 2);
        }
        if (seconds % SECONDS_OF_MINUTE != 0) {
            append(text.append(':'), seconds % SECONDS_OF_MINUTE, 2);
        }
    }

    private static void append(StringBuilder text, long number, int digits) {
        String written = Long.toString(number);
        text.append("0".repeat(Math.max(0, digits - written.length()))).append(written);
    }
}
