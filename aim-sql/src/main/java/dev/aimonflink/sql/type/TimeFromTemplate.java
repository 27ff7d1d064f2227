package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Reads a time by a template, like {@code to_timestamp} and {@code to_date}. */
public final class TimeFromTemplate {
    private static final int HOURS_OF_HALF = 12;
    private static final int DIGITS_OF_FRACTION = 6;
    private static final int MAX_DIGITS = 9;
    private static final List<String> MONTHS = Stream.of(Month.values())
            .map(month -> month.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
            .toList();
    private static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    private final String text;
    private final List<Template.Piece> pieces;
    private final Map<String, Integer> fields = new HashMap<>();
    private int at;

    /** Characters of the text that were skipped, though the template has none there. */
    private int extra;

    private TimeFromTemplate(String text, String template) {
        this.text = text;
        this.pieces = Template.pieces(template);
    }

    /** The time without a zone. */
    public static LocalDateTime read(String text, String template) {
        TimeFromTemplate reader = new TimeFromTemplate(text, template);
        for (int i = 0; i < reader.pieces.size() && reader.at < text.length(); i++) {
            reader.read(i);
        }
        try {
            LocalDateTime time = reader.date().atStartOfDay().plus(reader.micros(), ChronoUnit.MICROS);
            if (PgTimes.has(time)) {
                return time;
            }
        } catch (DateTimeException noSuchDay) {
            // As any time that does not exist.
        }
        throw Faults.timeOutOfRange(text);
    }

    private void read(int index) {
        Template.Piece piece = pieces.get(index);
        if (piece.field() != null || index == 0) {
            passSpaces();
        }
        if (piece.field() != null) {
            field(piece, index);
            extra = 0;
            passSpaces();
        } else if (!piece.isQuoted() && isSeparator(piece.written())) {
            extra--;
            if (at < text.length() && isSeparator(text.substring(at, at + 1))) {
                at++;
                extra++;
            }
        } else if (extra > 0) {
            extra--;
        } else if (at < text.length()) {
            at += Character.charCount(text.codePointAt(at));
        }
    }

    private void passSpaces() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
            extra++;
        }
    }

    private static boolean isSpace(char character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }

    private static boolean isSeparator(String written) {
        char first = written.charAt(0);
        return isSpace(first) || (first > ' ' && first < 0x7F && !Character.isLetterOrDigit(first));
    }

    private void field(Template.Piece piece, int index) {
        String field = piece.field();
        switch (field) {
            case "MONTH" -> fields.put("MM", name(piece, MONTHS) + 1);
            case "MON" -> fields.put("MM", name(piece, shortened(MONTHS)) + 1);
            case "DAY" -> fields.put("ID", name(piece, DAYS) + 1);
            case "DY" -> fields.put("ID", name(piece, shortened(DAYS)) + 1);
            case "AM", "PM" -> fields.put("AM", name(piece, List.of("AM", "PM")));
            case "A.M.", "P.M." -> fields.put("AM", name(piece, List.of("A.M.", "P.M.")));
            case "AD", "BC" -> fields.put("AD", name(piece, List.of("AD", "BC")));
            case "A.D.", "B.C." -> fields.put("AD", name(piece, List.of("A.D.", "B.C.")));
            case "HH", "HH12" -> {
                fields.put("HH", number(piece, index, 2));
                fields.putIfAbsent("AM", 0);
            }
            case "HH24" -> fields.put("HH24", number(piece, index, 2));
            case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6" -> fraction(piece, index, field.charAt(2) - '0');
            case "US" -> fraction(piece, index, DIGITS_OF_FRACTION);
            case "MS" -> fraction(piece, index, 3);
            case "YYYY", "YYY", "YY", "Y" -> fields.put("YYYY", year(piece, index));
            case "IYYY", "IYY", "IY", "I" -> fields.put("IYYY", year(piece, index));
            case "MI", "SS", "MM", "DD", "IW", "ID", "DDD", "SSSS", "SSSSS", "J" ->
                fields.put(
                        field.startsWith("SSS") ? "SSSS" : field,
                        number(piece, index, field.equals("ID") ? 1 : field.length()));
            case "D", "Q" -> number(piece, index, 1);
            default ->
                throw new SqlException(
                        SqlState.NOT_SUPPORTED,
                        SqlException.NOWHERE,
                        "A time is not read from a text by " + piece.written()
                                + ". Write a template like YYYY-MM-DD HH24:MI:SS.");
        }
        if (piece.ordinal() != null) {
            at = Math.min(text.length(), at + 2);
        }
    }

    private static List<String> shortened(List<String> names) {
        return names.stream().map(name -> name.substring(0, 3)).toList();
    }

    private int name(Template.Piece piece, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (text.regionMatches(true, at, name, 0, name.length())) {
                at += name.length();
                return i;
            }
        }
        int end = at;
        while (end < text.length() && !isSpace(text.charAt(end))) {
            end++;
        }
        throw invalid(
                piece,
                text.substring(at, end),
                "The given value did not match any of the allowed values for this field. Write one of "
                        + String.join(", ", names) + ".");
    }

    /** @param most digits; any number if no digit follows in the template */
    private int number(Template.Piece piece, int index, int most) {
        boolean isFree = piece.isFilled() || !isDigitBehind(index);
        int begin = at;
        int end = isFree ? text.length() : Math.min(text.length(), at + most);
        if (!isFree && end - begin < most) {
            throw new SqlException(
                    SqlState.INVALID_TIME,
                    SqlException.NOWHERE,
                    "source string too short for \"" + piece.written() + "\" formatting field. Field requires " + most
                            + " characters, but only " + (end - begin) + " remain. Write FM" + piece.written() + ".");
        }
        if (at < end && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
        }
        int digits = at;
        while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        String given = text.substring(begin, Math.min(text.length(), begin + most));
        if (at == digits) {
            throw invalid(piece, given, "Value must be an integer.");
        }
        if (!isFree && at - begin < most) {
            throw invalid(
                    piece,
                    given,
                    "Field requires " + most + " characters, but only " + (at - begin) + " could be parsed.");
        }
        if (at - digits > MAX_DIGITS) {
            throw new SqlException(
                    SqlState.TIME_OUT_OF_RANGE,
                    SqlException.NOWHERE,
                    "value for \"" + piece.written()
                            + "\" in source string is out of range. Write one of nine digits at most.");
        }
        return Integer.parseInt(text.substring(begin, at));
    }

    private boolean isDigitBehind(int index) {
        if (pieces.get(index).ordinal() != null || index + 1 == pieces.size()) {
            return false;
        }
        Template.Piece next = pieces.get(index + 1);
        return next.field() != null
                ? next.isNumber()
                : Character.isDigit(next.written().charAt(0));
    }

    private static SqlException invalid(Template.Piece piece, String given, String why) {
        return new SqlException(
                SqlState.INVALID_TIME,
                SqlException.NOWHERE,
                "invalid value \"" + Spelling.shortened(given) + "\" for \"" + piece.written() + "\". " + why);
    }

    private void fraction(Template.Piece piece, int index, int most) {
        int begin = at;
        int fraction = number(piece, index, most);
        for (int i = Math.min(at - begin, most); i < DIGITS_OF_FRACTION; i++) {
            fraction *= 10;
        }
        fields.merge(piece.field().equals("MS") ? "MS" : "US", fraction, (before, now) -> now);
    }

    /** With fewer than four digits, the year nearest to 2020. */
    private int year(Template.Piece piece, int index) {
        int begin = at;
        int year = number(
                piece,
                index,
                piece.field().startsWith("I")
                        ? piece.field().length()
                        : piece.written().length());
        boolean isPart = piece.field().replace("I", "Y").length() < 4 && at - begin < 4;
        if (!isPart) {
            return year;
        }
        return year < 70
                ? year + 2000
                : year < 100 ? year + 1900 : year < 520 ? year + 2000 : year < 1000 ? year + 1000 : year;
    }

    private int get(String field, int otherwise) {
        return fields.getOrDefault(field, otherwise);
    }

    private LocalDate date() {
        if (fields.containsKey("J")) {
            return LocalDate.EPOCH.with(JulianFields.JULIAN_DAY, get("J", 0));
        }
        if (fields.containsKey("IYYY")) {
            return LocalDate.of(get("IYYY", 0), 1, 4)
                    .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, get("IW", 1))
                    .with(ChronoField.DAY_OF_WEEK, get("ID", 1));
        }
        int written = get("YYYY", 0);
        // Before the year 1 came the year 1 BC.
        int year = get("AD", 0) == 1 && written > 0 ? 1 - written : written < 0 ? written + 1 : written;
        return fields.containsKey("DDD")
                ? LocalDate.ofYearDay(year, get("DDD", 1))
                : LocalDate.of(year, get("MM", 1), get("DD", 1));
    }

    private long micros() {
        long hour = get("HH24", 0);
        if (fields.containsKey("AM")) {
            hour = fields.containsKey("HH") ? get("HH", 0) : hour;
            if (hour < 1 || hour > HOURS_OF_HALF) {
                throw new SqlException(
                        SqlState.INVALID_TIME,
                        SqlException.NOWHERE,
                        "hour \"" + hour + "\" is invalid for the 12-hour clock. Use the 24-hour clock, or give an hour"
                                + " between 1 and 12.");
            }
            hour = hour % HOURS_OF_HALF + (long) HOURS_OF_HALF * get("AM", 0);
        }
        long minute = get("MI", 0);
        long second = get("SS", 0);
        boolean isThere = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
        int ofDay = get("SSSS", 0);
        if (!isThere || ofDay < 0 || ofDay >= PgTimes.SECONDS_OF_DAY) {
            throw Faults.timeOutOfRange(text);
        }
        long seconds = fields.containsKey("SSSS") ? ofDay : (hour * 60 + minute) * 60 + second;
        return seconds * PgTimes.MICROS_OF_SECOND + get("MS", 0) + get("US", 0);
    }
}
