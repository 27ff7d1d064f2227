package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.List;
import java.util.Locale;

/** Writes times and intervals by a template, like {@code to_char}. */
public final class TimeTemplate {
    private static final int WIDTH_OF_NAMES = 9;
    private static final int WIDTH_OF_ROMANS = 4;
    private static final int SECONDS_OF_HOUR = 3_600;
    private static final int SECONDS_OF_MINUTE = 60;
    private static final int MINUTES_OF_HOUR = 60;
    private static final DateTimeFormatter ZONE_NAME = DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH);
    private static final int HOURS_OF_HALF = 12;
    private static final int HOURS_OF_DAY = 24;
    private static final int DIGITS_OF_FRACTION = 6;
    private static final List<String> ROMANS =
            List.of("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII");

    /** Null for an interval. */
    private final LocalDateTime time;

    /** Null without a zone. */
    private final ZonedDateTime inZone;

    private final int year;
    private final int month;
    private final int day;
    private final int dayOfYear;
    private final int hour;
    private final int minute;
    private final int second;
    private final int micros;

    private TimeTemplate(LocalDateTime time, ZonedDateTime inZone) {
        this.time = time;
        this.inZone = inZone;
        year = time.getYear();
        month = time.getMonthValue();
        day = time.getDayOfMonth();
        dayOfYear = time.getDayOfYear();
        hour = time.getHour();
        minute = time.getMinute();
        second = time.getSecond();
        micros = time.getNano() / PgTimes.NANOS_OF_MICRO;
    }

    private TimeTemplate(Interval interval) {
        time = null;
        inZone = null;
        year = interval.months() / Interval.MONTHS_OF_YEAR;
        month = interval.months() % Interval.MONTHS_OF_YEAR;
        day = interval.days();
        dayOfYear = interval.months() * Interval.DAYS_OF_MONTH + day;
        long seconds = interval.micros() / PgTimes.MICROS_OF_SECOND;
        hour = (int) (seconds / SECONDS_OF_HOUR);
        minute = (int) (seconds % SECONDS_OF_HOUR / SECONDS_OF_MINUTE);
        second = (int) (seconds % SECONDS_OF_MINUTE);
        micros = (int) (interval.micros() % PgTimes.MICROS_OF_SECOND);
    }

    /**
     * Null for an empty template and for {@code infinity}.
     *
     * @param value an instant, a time without a zone, or an interval
     * @param zone in which an instant is shown
     */
    public static String write(Object value, String template, ZoneId zone) {
        boolean isEndless = Instant.MAX.equals(value)
                || Instant.MIN.equals(value)
                || LocalDateTime.MAX.equals(value)
                || LocalDateTime.MIN.equals(value);
        if (template.isEmpty() || isEndless) {
            return null;
        }
        TimeTemplate of = value instanceof Interval interval ? new TimeTemplate(interval) : ofTime(value, zone);
        StringBuilder text = new StringBuilder();
        for (Template.Piece piece : Template.pieces(template)) {
            text.append(piece.field() == null ? piece.written() : of.field(piece));
        }
        return text.toString();
    }

    private static TimeTemplate ofTime(Object value, ZoneId zone) {
        ZonedDateTime inZone = value instanceof Instant instant ? instant.atZone(zone) : null;
        return new TimeTemplate(inZone == null ? TimeMath.withoutZone(value) : inZone.toLocalDateTime(), inZone);
    }

    private String zone() {
        boolean isUtc = inZone.getZone().getRules().equals(ZoneOffset.UTC.getRules());
        return isUtc ? "UTC" : ZONE_NAME.format(inZone);
    }

    /** Hours with a sign, and minutes if non-zero. */
    private String offset(Template.Piece piece) {
        int minutes = Math.abs(offsetMinutes()) % MINUTES_OF_HOUR;
        String hours = piece.isFilled() ? offsetHours().replaceFirst("0(?=[0-9])", "") : offsetHours();
        return minutes == 0 ? hours : hours + ":" + twoDigits(minutes);
    }

    private String offsetHours() {
        return (offsetMinutes() < 0 ? "-" : "+") + twoDigits(Math.abs(offsetMinutes()) / MINUTES_OF_HOUR);
    }

    private int offsetMinutes() {
        return inZone == null ? 0 : inZone.getOffset().getTotalSeconds() / SECONDS_OF_MINUTE;
    }

    private static String twoDigits(int number) {
        return (number < 10 ? "0" : "") + number;
    }

    private String field(Template.Piece piece) {
        if (time == null) {
            requireOfIntervals(piece);
        }
        return switch (piece.field()) {
            case "A.M.", "P.M." -> cased(piece, isAfternoon() ? "P.M." : "A.M.");
            case "AM", "PM" -> cased(piece, isAfternoon() ? "PM" : "AM");
            case "A.D.", "B.C." -> cased(piece, year > 0 ? "A.D." : "B.C.");
            case "AD", "BC" -> cased(piece, year > 0 ? "AD" : "BC");
            case "MONTH" -> name(piece, time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH), WIDTH_OF_NAMES);
            case "DAY" ->
                name(piece, time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH), WIDTH_OF_NAMES);
            case "MON" -> name(piece, time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH), 0);
            case "DY" -> name(piece, time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH), 0);
            case "RM" -> roman(piece);
            case "TZ" -> inZone == null ? "" : cased(piece, zone());
            case "OF" -> offset(piece);
            case "TZH" -> offsetHours();
            case "TZM" -> twoDigits(Math.abs(offsetMinutes()) % MINUTES_OF_HOUR);
            case "FX" -> "";
            default -> ordinal(piece, number(piece));
        };
    }

    private void requireOfIntervals(Template.Piece piece) {
        switch (piece.field()) {
            case "A.D.", "B.C.", "AD", "BC", "MONTH", "DAY", "MON", "DY", "D", "ID", "TZ", "OF", "TZH", "TZM" ->
                throw new SqlException(
                        SqlState.INVALID_TIME,
                        SqlException.NOWHERE,
                        "invalid format specification for an interval value: " + piece.written()
                                + ". Intervals are not tied to specific calendar dates.");
            case "IDDD", "IYYY", "IYY", "IY", "I", "IW", "J" ->
                throw new SqlException(
                        SqlState.NOT_SUPPORTED,
                        SqlException.NOWHERE,
                        "to_char of an interval with " + piece.written() + " is not supported. Leave it out.");
            default -> {}
        }
    }

    private boolean isAfternoon() {
        return hour % HOURS_OF_DAY >= HOURS_OF_HALF;
    }

    private static String cased(Template.Piece piece, String word) {
        return piece.isLower() ? word.toLowerCase(Locale.ROOT) : word;
    }

    private static String name(Template.Piece piece, String name, int width) {
        String cased = piece.isLower()
                ? name.toLowerCase(Locale.ROOT)
                : piece.isCapitalized() ? name : name.toUpperCase(Locale.ROOT);
        return filled(piece, cased, width);
    }

    private static String filled(Template.Piece piece, String name, int width) {
        boolean isShort = piece.isFilled() || piece.isName();
        return isShort ? name : name + " ".repeat(Math.max(0, width - name.length()));
    }

    private String roman(Template.Piece piece) {
        if (month == 0 && year == 0) {
            return "";
        }
        int index = month > 0 ? month - 1 : month < 0 ? ROMANS.size() + month : year >= 0 ? ROMANS.size() - 1 : 0;
        return filled(piece, cased(piece, ROMANS.get(index)), piece.isFilled() ? 0 : WIDTH_OF_ROMANS);
    }

    private String number(Template.Piece piece) {
        return switch (piece.field()) {
            case "HH", "HH12" -> signed(piece, hour % HOURS_OF_HALF == 0 ? HOURS_OF_HALF : hour % HOURS_OF_HALF, hour);
            case "HH24" -> signed(piece, hour, hour);
            case "MI" -> signed(piece, minute, minute);
            case "SS" -> signed(piece, second, second);
            case "MS" -> fraction(3);
            case "US" -> fraction(DIGITS_OF_FRACTION);
            case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6" ->
                fraction(piece.field().charAt(2) - '0');
            case "SSSS", "SSSSS" -> Integer.toString(hour * SECONDS_OF_HOUR + minute * SECONDS_OF_MINUTE + second);
            case "MM" -> signed(piece, month, month);
            case "DD" -> padded(piece, day, 2);
            case "DDD" -> padded(piece, dayOfYear, 3);
            case "IDDD" -> padded(piece, time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) * 7 - 7 + weekday(), 3);
            case "D" -> Integer.toString(weekday() % 7 + 1);
            case "ID" -> Integer.toString(weekday());
            case "W" -> Integer.toString((day - 1) / 7 + 1);
            case "WW" -> padded(piece, (dayOfYear - 1) / 7 + 1, 2);
            case "IW" -> padded(piece, time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
            case "Q" -> month == 0 ? "" : Integer.toString((month - 1) / 3 + 1);
            case "J" -> Long.toString(time.getLong(JulianFields.JULIAN_DAY));
            case "CC" -> century(piece);
            default -> year(piece);
        };
    }

    private int weekday() {
        return time.getDayOfWeek().getValue();
    }

    private String century(Template.Piece piece) {
        int century = time == null ? year / 100 : year > 0 ? (year - 1) / 100 + 1 : year / 100 - 1;
        return Math.abs(century) > 99 ? Integer.toString(century) : signed(piece, century, century);
    }

    private String year(Template.Piece piece) {
        boolean isIso = piece.field().charAt(0) == 'I';
        int written = counted(isIso ? time.get(IsoFields.WEEK_BASED_YEAR) : year);
        if (piece.field().equals("Y,YYY")) {
            return String.format(Locale.ROOT, "%d,%03d", written / 1_000, written % 1_000);
        }
        int digits = piece.field().length();
        int shown =
                switch (digits) {
                    case 1 -> written % 10;
                    case 2 -> written % 100;
                    case 3 -> written % 1_000;
                    default -> written;
                };
        return padded(piece, shown, digits == 1 ? 0 : written < 0 ? digits + 1 : digits);
    }

    /** Years before the first are counted backwards from 1. */
    private int counted(int given) {
        return time == null || given > 0 ? given : 1 - given;
    }

    /** With two digits, and a sign in front. */
    private static String signed(Template.Piece piece, int number, int sign) {
        return padded(piece, number, sign < 0 ? 3 : 2);
    }

    private static String padded(Template.Piece piece, int number, int width) {
        return piece.isFilled() || width == 0
                ? Integer.toString(number)
                : String.format(Locale.ROOT, "%0" + width + "d", number);
    }

    private String fraction(int digits) {
        int unit = 1;
        for (int i = digits; i < DIGITS_OF_FRACTION; i++) {
            unit *= 10;
        }
        return String.format(Locale.ROOT, "%0" + digits + "d", micros / unit);
    }

    private static String ordinal(Template.Piece piece, String number) {
        return piece.ordinal() == null || number.isEmpty()
                ? number
                : number + (piece.ordinal().equals("TH") ? ending(number).toUpperCase(Locale.ROOT) : ending(number));
    }

    /** The ordinal suffix of a number. */
    static String ending(String number) {
        int length = number.length();
        if (length > 1 && number.charAt(length - 2) == '1') {
            return "th";
        }
        return switch (number.charAt(length - 1)) {
            case '1' -> "st";
            case '2' -> "nd";
            case '3' -> "rd";
            default -> "th";
        };
    }
}
