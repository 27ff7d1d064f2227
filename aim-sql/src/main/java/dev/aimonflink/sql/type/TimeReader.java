package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads ISO-8601 and ISO-style dates and times: a date, then perhaps a time, a zone as an offset or a name, and an era. Other styles, like
 * {@code January 8, 1999}, are refused.
 */
final class TimeReader {
    private static final Pattern TIME = Pattern.compile("(?<year>[0-9]{3,7})-(?<month>[0-9]{1,2})-(?<day>[0-9]{1,2})"
            + "(?:(?:\\s+|[Tt])(?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2}(?:\\.[0-9]{0,30})?))?)?"
            + "\\s*(?!(?i:AD|BC)$)(?<zone>[A-Za-z][A-Za-z0-9_+/-]*|[+-][0-9]{1,2}(?::?[0-9]{2}){0,2})?"
            + "(?:\\s*(?<era>(?i:AD|BC)))?");

    private static final int HOURS_OF_DAY = 24;
    private static final int MINUTES_OF_HOUR = 60;

    private final PgType type;
    private final String text;

    private TimeReader(PgType type, String text) {
        this.type = type;
        this.text = text;
    }

    static Instant instant(String text, ZoneId zone) {
        TimeReader reader = new TimeReader(PgType.TIMESTAMPTZ, text);
        String written = text.strip();
        switch (written.toLowerCase(Locale.ROOT)) {
            case TimeText.INFINITY -> {
                return Instant.MAX;
            }
            case TimeText.MINUS_INFINITY -> {
                return Instant.MIN;
            }
            case "epoch" -> {
                return Instant.EPOCH;
            }
            default -> {}
        }
        Matcher parts = reader.parts(written);
        ZoneId own = parts.group("zone") == null ? zone : reader.zone(parts.group("zone"));
        LocalDateTime local = reader.dateTime(parts);
        // If a clock shows a time twice, PostgreSQL takes the later.
        Instant time = local.atZone(own).withLaterOffsetAtOverlap().toInstant();
        reader.require(PgTimes.has(LocalDateTime.ofInstant(time, ZoneOffset.UTC)));
        return time;
    }

    /** A zone in it has no effect. */
    static LocalDateTime withoutZone(String text) {
        TimeReader reader = new TimeReader(PgType.TIMESTAMP, text);
        String written = text.strip();
        return switch (written.toLowerCase(Locale.ROOT)) {
            case TimeText.INFINITY -> LocalDateTime.MAX;
            case TimeText.MINUS_INFINITY -> LocalDateTime.MIN;
            case "epoch" -> PgTimes.withoutZone(Instant.EPOCH);
            default -> {
                LocalDateTime time = reader.dateTime(reader.parts(written));
                reader.require(PgTimes.has(time));
                yield time;
            }
        };
    }

    /** A time in it has no effect. */
    static LocalDate date(String text) {
        TimeReader reader = new TimeReader(PgType.DATE, text);
        String written = text.strip();
        return switch (written.toLowerCase(Locale.ROOT)) {
            case TimeText.INFINITY -> LocalDate.MAX;
            case TimeText.MINUS_INFINITY -> LocalDate.MIN;
            case "epoch" -> LocalDate.EPOCH;
            default -> {
                LocalDate date = reader.date(reader.parts(written));
                reader.require(PgTimes.has(date));
                yield date;
            }
        };
    }

    private Matcher parts(String written) {
        Matcher parts = TIME.matcher(written);
        if (!parts.matches()) {
            throw Faults.syntax(
                    type,
                    text,
                    "Write " + (type == PgType.DATE ? "a date like 2026-01-31." : "a time like 2026-01-31 13:00:00."));
        }
        return parts;
    }

    private LocalDate date(Matcher parts) {
        int year = number(parts, "year");
        boolean isBeforeChrist = "BC".equalsIgnoreCase(parts.group("era"));
        try {
            if (year == 0) {
                throw Faults.timeOutOfRange(text);
            }
            return LocalDate.of(isBeforeChrist ? 1 - year : year, number(parts, "month"), number(parts, "day"));
        } catch (DateTimeException noSuchDay) {
            throw Faults.timeOutOfRange(text);
        }
    }

    private LocalDateTime dateTime(Matcher parts) {
        LocalDateTime midnight = date(parts).atStartOfDay();
        if (parts.group("hour") == null) {
            return midnight;
        }
        int hour = number(parts, "hour");
        int minute = number(parts, "minute");
        BigDecimal second = new BigDecimal(parts.group("second") == null ? "0" : parts.group("second"));
        // The end of a day and of a minute may be written as such.
        boolean isEndOfDay = hour == HOURS_OF_DAY && minute == 0 && second.signum() == 0;
        if ((hour >= HOURS_OF_DAY && !isEndOfDay)
                || minute >= MINUTES_OF_HOUR
                || second.compareTo(BigDecimal.valueOf(MINUTES_OF_HOUR)) > 0) {
            throw Faults.timeOutOfRange(text);
        }
        long micros =
                second.movePointRight(6).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
        return midnight.plusHours(hour).plusMinutes(minute).plusNanos(micros * PgTimes.NANOS_OF_MICRO);
    }

    private ZoneId zone(String written) {
        try {
            if (Character.isLetter(written.charAt(0))) {
                return ZoneId.of(written.indexOf('/') < 0 ? written.toUpperCase(Locale.ROOT) : written);
            }
            String digits = written.substring(1).replace(":", "");
            // An odd number of digits begins with a one-digit hour.
            return ZoneOffset.of(written.charAt(0) + (digits.length() % 2 == 0 ? "" : "0") + digits);
        } catch (DateTimeException unknown) {
            throw new SqlException(
                    SqlState.INVALID_ARGUMENT,
                    SqlException.NOWHERE,
                    "time zone \"" + Spelling.shortened(written)
                            + "\" not recognized. Write an offset like +01, or a name like Europe/Berlin.");
        }
    }

    private void require(boolean isInRange) {
        if (!isInRange) {
            throw Faults.noSuchTime(type, text);
        }
    }

    private static int number(Matcher parts, String group) {
        return Integer.parseInt(parts.group(group));
    }
}
