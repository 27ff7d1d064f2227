package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as texts: {@code 1 day 02:03:04.5}. A day has 24 hours, and a month 30 days, as where PostgreSQL compares them. */
final class IntervalText {
    /** One of: hours, minutes and seconds; a number and its unit; a number of seconds. */
    private static final Pattern PART =
            Pattern.compile("\\s*(?:(?<sign>[+-]?)(?<hours>[0-9]{1,12}):(?<minutes>[0-9]{1,2})"
                    + "(?::(?<seconds>[0-9]{1,2}(?:\\.[0-9]{0,30})?))?"
                    + "|(?<number>[+-]?(?:[0-9]{1,18}\\.?[0-9]{0,30}|\\.[0-9]{1,30}))\\s*(?<unit>[a-z]*))(?![0-9.:])");

    private static final int SECONDS_OF_MINUTE = 60;
    private static final int SECONDS_OF_HOUR = 3_600;
    private static final int DAYS_OF_WEEK = 7;
    private static final int DAYS_OF_MONTH = 30;
    private static final int MONTHS_OF_YEAR = 12;

    private IntervalText() {}

    static String write(Duration span) {
        long micros = micros(span);
        long ofDay = PgTimes.SECONDS_OF_DAY * PgTimes.MICROS_OF_SECOND;
        long days = micros / ofDay;
        long rest = micros % ofDay;
        StringBuilder text = new StringBuilder();
        if (days != 0) {
            text.append(days).append(days == 1 ? " day" : " days");
        }
        if (rest != 0 || days == 0) {
            text.append(days == 0 ? "" : " ").append(rest < 0 ? "-" : "");
            long size = Math.abs(rest);
            long seconds = size / PgTimes.MICROS_OF_SECOND;
            TimeText.appendTime(
                    text,
                    seconds / SECONDS_OF_HOUR,
                    (int) (seconds % SECONDS_OF_HOUR / SECONDS_OF_MINUTE),
                    (int) (seconds % SECONDS_OF_MINUTE),
                    (int) (size % PgTimes.MICROS_OF_SECOND));
        }
        return text.toString();
    }

    /** What is less than a microsecond is dropped. */
    static long micros(Duration span) {
        try {
            return Math.addExact(
                    Math.multiplyExact(span.getSeconds(), PgTimes.MICROS_OF_SECOND),
                    span.getNano() / PgTimes.NANOS_OF_MICRO);
        } catch (ArithmeticException tooLong) {
            throw Faults.interval(span.toString());
        }
    }

    static Duration read(String text) {
        String written = text.strip();
        if (written.startsWith("P")) {
            return readIso(written, text);
        }
        String words = written.toLowerCase(Locale.ROOT).replaceFirst("^@", "");
        boolean isAgo = words.endsWith("ago");
        String parts = (isAgo ? words.substring(0, words.length() - "ago".length()) : words).stripTrailing();
        BigDecimal seconds = BigDecimal.ZERO;
        Matcher part = PART.matcher(parts);
        int at = 0;
        while (at < parts.length()) {
            if (!part.find(at) || part.start() != at) {
                throw syntax(text);
            }
            seconds = seconds.add(part.group("hours") != null ? ofClock(part, text) : ofUnit(part, text));
            at = part.end();
        }
        if (at == 0) {
            throw syntax(text);
        }
        return ofSeconds(isAgo ? seconds.negate() : seconds, text);
    }

    /** Those of days and of times; Java reads the same. */
    private static Duration readIso(String written, String text) {
        try {
            return Duration.parse(written);
        } catch (DateTimeException malformed) {
            throw syntax(text);
        }
    }

    private static BigDecimal ofClock(Matcher part, String text) {
        int minutes = Integer.parseInt(part.group("minutes"));
        BigDecimal seconds = new BigDecimal(part.group("seconds") == null ? "0" : part.group("seconds"));
        if (minutes >= SECONDS_OF_MINUTE || seconds.compareTo(BigDecimal.valueOf(SECONDS_OF_MINUTE)) > 0) {
            throw Faults.interval(text);
        }
        BigDecimal size = seconds.add(BigDecimal.valueOf(
                Long.parseLong(part.group("hours")) * SECONDS_OF_HOUR + (long) minutes * SECONDS_OF_MINUTE));
        return part.group("sign").equals("-") ? size.negate() : size;
    }

    private static BigDecimal ofUnit(Matcher part, String text) {
        BigDecimal number = new BigDecimal(part.group("number"));
        BigDecimal days = BigDecimal.valueOf(PgTimes.SECONDS_OF_DAY);
        return switch (part.group("unit")) {
            case "us", "usec", "usecs", "microsecond", "microseconds" -> number.movePointLeft(6);
            case "ms", "msec", "msecs", "millisecond", "milliseconds" -> number.movePointLeft(3);
            case "", "s", "sec", "secs", "second", "seconds" -> number;
            case "m", "min", "mins", "minute", "minutes" -> number.multiply(BigDecimal.valueOf(SECONDS_OF_MINUTE));
            case "h", "hr", "hrs", "hour", "hours" -> number.multiply(BigDecimal.valueOf(SECONDS_OF_HOUR));
            case "d", "day", "days" -> number.multiply(days);
            case "w", "week", "weeks" -> number.multiply(days).multiply(BigDecimal.valueOf(DAYS_OF_WEEK));
            case "mon", "mons", "month", "months" -> number.multiply(days).multiply(BigDecimal.valueOf(DAYS_OF_MONTH));
            case "y", "yr", "yrs", "year", "years" ->
                number.multiply(days).multiply(BigDecimal.valueOf((long) DAYS_OF_MONTH * MONTHS_OF_YEAR));
            default -> throw syntax(text);
        };
    }

    private static Duration ofSeconds(BigDecimal seconds, String text) {
        try {
            long micros = seconds.movePointRight(6)
                    .setScale(0, RoundingMode.HALF_EVEN)
                    .longValueExact();
            return ofMicros(micros);
        } catch (ArithmeticException tooLong) {
            throw Faults.interval(text);
        }
    }

    static Duration ofMicros(long micros) {
        return Duration.ofSeconds(
                Math.floorDiv(micros, PgTimes.MICROS_OF_SECOND),
                Math.floorMod(micros, PgTimes.MICROS_OF_SECOND) * PgTimes.NANOS_OF_MICRO);
    }

    private static RuntimeException syntax(String text) {
        return Faults.syntax(PgType.INTERVAL, text, "Write one like 30 minutes, 2 days or 02:03:04.");
    }
}
