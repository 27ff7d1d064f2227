package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Intervals as texts: {@code 1 mon 2 days 03:04:05.6}. */
final class IntervalText {
    /** One of: hours, minutes and seconds; years and months; a number and its unit; a number of seconds, or of days before a clock. */
    private static final Pattern PART =
            Pattern.compile("\\s*(?:(?<sign>[+-]?)(?<hours>[0-9]{1,12}):(?<minutes>[0-9]{1,2})"
                    + "(?::(?<seconds>[0-9]{1,2}(?:\\.[0-9]{0,30})?))?"
                    + "|(?<minus>[+-]?)(?<years>[0-9]{1,9})-(?<months>[0-9]{1,2})"
                    + "|(?<number>[+-]?(?:[0-9]{1,18}\\.?[0-9]{0,30}|\\.[0-9]{1,30}))\\s*(?<unit>[a-z]*))(?![0-9.:])");

    private static final Pattern BEFORE_CLOCK = Pattern.compile("\\s*[+-]?[0-9]{1,12}:.*", Pattern.DOTALL);

    /** As in {@code P1Y2M3W4DT5H6M7.8S}. */
    private static final Pattern ISO = Pattern.compile("([+-]?[0-9]{1,18}(?:\\.[0-9]{0,30})?)([YMWDHMS])");

    private static final int SECONDS_OF_MINUTE = 60;
    private static final int SECONDS_OF_HOUR = 3_600;
    private static final int DAYS_OF_WEEK = 7;

    private final String text;
    private BigDecimal months = BigDecimal.ZERO;
    private BigDecimal days = BigDecimal.ZERO;
    private BigDecimal seconds = BigDecimal.ZERO;

    private IntervalText(String text) {
        this.text = text;
    }

    static String write(Interval interval) {
        StringBuilder written = new StringBuilder();
        boolean isBefore = append(written, interval.months() / Interval.MONTHS_OF_YEAR, "year", false);
        isBefore = append(written, interval.months() % Interval.MONTHS_OF_YEAR, "mon", isBefore);
        isBefore = append(written, interval.days(), "day", isBefore);
        long micros = interval.micros();
        if (micros != 0 || written.isEmpty()) {
            written.append(written.isEmpty() ? "" : " ").append(micros < 0 ? "-" : isBefore ? "+" : "");
            long size = Math.abs(micros / PgTimes.MICROS_OF_SECOND);
            TimeText.appendTime(
                    written,
                    size / SECONDS_OF_HOUR,
                    (int) (size % SECONDS_OF_HOUR / SECONDS_OF_MINUTE),
                    (int) (size % SECONDS_OF_MINUTE),
                    (int) Math.abs(micros % PgTimes.MICROS_OF_SECOND));
        }
        return written.toString();
    }

    /** A positive number behind a negative one has a sign. Returns whether the next one has. */
    private static boolean append(StringBuilder text, int number, String unit, boolean isBefore) {
        if (number == 0) {
            return isBefore;
        }
        text.append(text.isEmpty() ? "" : " ").append(isBefore && number > 0 ? "+" : "");
        text.append(number).append(' ').append(unit).append(number == 1 ? "" : "s");
        return number < 0;
    }

    static Interval read(String text) {
        return new IntervalText(text).read();
    }

    private Interval read() {
        String written = text.strip();
        if (written.startsWith("P")) {
            readIso(written.substring(1));
            return interval(false);
        }
        String words = written.toLowerCase(Locale.ROOT).replaceFirst("^@", "");
        boolean isAgo = words.endsWith("ago");
        String parts = (isAgo ? words.substring(0, words.length() - "ago".length()) : words).stripTrailing();
        Matcher part = PART.matcher(parts);
        int at = 0;
        while (at < parts.length()) {
            if (!part.find(at) || part.start() != at) {
                throw syntax();
            }
            at = part.end();
            if (part.group("hours") != null) {
                addClock(part);
            } else if (part.group("years") != null) {
                BigDecimal size = new BigDecimal(part.group("years"))
                        .multiply(BigDecimal.valueOf(Interval.MONTHS_OF_YEAR))
                        .add(new BigDecimal(part.group("months")));
                months = months.add(part.group("minus").equals("-") ? size.negate() : size);
            } else {
                boolean isOfDays = part.group("unit").isEmpty()
                        && BEFORE_CLOCK.matcher(parts.substring(at)).matches();
                add(new BigDecimal(part.group("number")), isOfDays ? "days" : part.group("unit"));
            }
        }
        if (at == 0) {
            throw syntax();
        }
        return interval(isAgo);
    }

    private void readIso(String written) {
        int clock = written.indexOf('T');
        if (clock != 0) {
            readIso(clock < 0 ? written : written.substring(0, clock), "YMWD", "y mon w d");
        }
        if (clock >= 0) {
            readIso(written.substring(clock + 1), "HMS", "h min s");
        }
    }

    private void readIso(String written, String letters, String units) {
        Matcher part = ISO.matcher(written);
        int at = 0;
        while (at < written.length()) {
            if (!part.find(at) || part.start() != at || letters.indexOf(part.group(2)) < 0) {
                throw syntax();
            }
            add(new BigDecimal(part.group(1)), units.split(" ")[letters.indexOf(part.group(2))]);
            at = part.end();
        }
        if (written.isEmpty()) {
            throw syntax();
        }
    }

    private void addClock(Matcher part) {
        int minutes = Integer.parseInt(part.group("minutes"));
        BigDecimal ofMinute = new BigDecimal(part.group("seconds") == null ? "0" : part.group("seconds"));
        if (minutes >= SECONDS_OF_MINUTE || ofMinute.compareTo(BigDecimal.valueOf(SECONDS_OF_MINUTE)) > 0) {
            throw Faults.interval(text);
        }
        BigDecimal size = ofMinute.add(BigDecimal.valueOf(
                Long.parseLong(part.group("hours")) * SECONDS_OF_HOUR + (long) minutes * SECONDS_OF_MINUTE));
        seconds = seconds.add(part.group("sign").equals("-") ? size.negate() : size);
    }

    private void add(BigDecimal number, String unit) {
        switch (unit) {
            case "us", "usec", "usecs", "microsecond", "microseconds" -> seconds = seconds.add(number.movePointLeft(6));
            case "ms", "msec", "msecs", "millisecond", "milliseconds" -> seconds = seconds.add(number.movePointLeft(3));
            case "", "s", "sec", "secs", "second", "seconds" -> seconds = seconds.add(number);
            case "m", "min", "mins", "minute", "minutes" -> seconds = seconds.add(times(number, SECONDS_OF_MINUTE));
            case "h", "hr", "hrs", "hour", "hours" -> seconds = seconds.add(times(number, SECONDS_OF_HOUR));
            case "d", "day", "days" -> addDays(number);
            case "w", "week", "weeks" -> addDays(times(number, DAYS_OF_WEEK));
            case "mon", "mons", "month", "months" -> addMonths(number);
            case "y", "yr", "yrs", "year", "years" -> addYears(number);
            case "dec", "decs", "decade", "decades" -> addYears(times(number, 10));
            case "c", "cent", "century", "centuries" -> addYears(times(number, 100));
            case "mil", "mils", "millennium", "millennia" -> addYears(times(number, 1_000));
            default -> throw syntax();
        }
    }

    private static BigDecimal times(BigDecimal number, long factor) {
        return number.multiply(BigDecimal.valueOf(factor));
    }

    /** A part of a day is a time. */
    private void addDays(BigDecimal number) {
        BigDecimal whole = number.setScale(0, RoundingMode.DOWN);
        days = days.add(whole);
        seconds = seconds.add(times(number.subtract(whole), PgTimes.SECONDS_OF_DAY));
    }

    private void addMonths(BigDecimal number) {
        BigDecimal whole = number.setScale(0, RoundingMode.DOWN);
        months = months.add(whole);
        addDays(times(number.subtract(whole), Interval.DAYS_OF_MONTH));
    }

    /** A part of a year is whole months. */
    private void addYears(BigDecimal number) {
        months = months.add(times(number, Interval.MONTHS_OF_YEAR).setScale(0, RoundingMode.HALF_EVEN));
    }

    private Interval interval(boolean isAgo) {
        try {
            Interval interval = new Interval(
                    months.intValueExact(),
                    days.intValueExact(),
                    seconds.movePointRight(6)
                            .setScale(0, RoundingMode.HALF_EVEN)
                            .longValueExact());
            return isAgo ? interval.negated() : interval;
        } catch (ArithmeticException tooLong) {
            throw Faults.interval(text);
        }
    }

    private RuntimeException syntax() {
        return Faults.syntax(PgType.INTERVAL, text, "Write one like 30 minutes, 2 days or 02:03:04.");
    }
}
