package dev.aimonflink.sql.type;

import dev.aimonflink.sql.Recent;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A template of {@code to_char} and {@code to_date}, such as {@code YYYY-MM-DD HH24:MI}: fields of a time, and text between them. */
final class Template {
    /**
     * @param field its name in upper case; null for a character of text
     * @param isFilled whether leading zeros and blanks are omitted ({@code FM})
     * @param isName whether names have no trailing blanks ({@code TM})
     * @param ordinal {@code TH} or {@code th}, or null
     * @param isQuoted whether a character was between quotes
     */
    record Piece(String field, String written, boolean isFilled, boolean isName, String ordinal, boolean isQuoted) {
        boolean isLower() {
            return Character.isLowerCase(written.charAt(0));
        }

        /** Whether only the first letter of a name is in upper case. */
        boolean isCapitalized() {
            return !isLower() && written.length() > 1 && Character.isLowerCase(written.charAt(1));
        }

        boolean isNumber() {
            return !List.of(
                            "A.D.", "A.M.", "AD", "AM", "B.C.", "BC", "DAY", "DY", "FX", "MON", "MONTH", "OF", "P.M.",
                            "PM", "RM", "TZ", "TZH", "TZM")
                    .contains(field);
        }
    }

    private static final int MAX_CHARACTERS = 1_000;
    private static final int MAX_KNOWN = 16;

    /** Longer ones come first. */
    private static final List<String> FIELDS = List.of(
            "MONTH", "Month", "SSSSS", "Y,YYY", "A.D.", "A.M.", "B.C.", "HH12", "HH24", "IDDD", "IYYY", "P.M.", "SSSS",
            "YYYY", "DAY", "Day", "DDD", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "IYY", "MON", "Mon", "TZH", "TZM",
            "YYY", "AD", "AM", "BC", "CC", "DD", "DY", "Dy", "FX", "HH", "ID", "IW", "IY", "MI", "MM", "MS", "OF", "PM",
            "RM", "SS", "TZ", "US", "WW", "YY", "D", "I", "J", "Q", "W", "Y");

    private static final List<String> NAMES = FIELDS.stream()
            .flatMap(field -> Stream.of(field, field.toLowerCase(Locale.ROOT)))
            .toList();

    private static final ThreadLocal<Map<String, List<Piece>>> KNOWN = known();

    private final String template;
    private final List<Piece> pieces = new ArrayList<>();
    private int at;

    private Template(String template) {
        this.template = template;
    }

    /** The templates parsed last, because most are the same in each row. */
    static <T> ThreadLocal<Map<String, T>> known() {
        return ThreadLocal.withInitial(() -> new Recent<>(MAX_KNOWN));
    }

    static void requireShort(String template) {
        if (template.length() > MAX_CHARACTERS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "The template has more than " + MAX_CHARACTERS + " characters. Write a shorter one.");
        }
    }

    static List<Piece> pieces(String template) {
        requireShort(template);
        return KNOWN.get().computeIfAbsent(template, Template::parsed);
    }

    private static List<Piece> parsed(String template) {
        Template parser = new Template(template);
        while (parser.at < template.length()) {
            parser.next();
        }
        return Collections.unmodifiableList(parser.pieces);
    }

    private void next() {
        boolean isFilled = false;
        boolean isName = false;
        if (accept("FM") || accept("fm")) {
            isFilled = true;
        } else if (accept("TM") || accept("tm")) {
            isName = true;
        }
        String written = field();
        if (written != null) {
            String ordinal = accept("TH") ? "TH" : accept("th") ? "th" : null;
            pieces.add(new Piece(written.toUpperCase(Locale.ROOT), written, isFilled, isName, ordinal, false));
        } else if (accept("\"")) {
            quoted();
        } else if (at < template.length()) {
            if (template.startsWith("\\\"", at)) {
                at++;
            }
            text(false);
        }
    }

    private String field() {
        for (String name : NAMES) {
            if (accept(name)) {
                return name;
            }
        }
        return null;
    }

    private void quoted() {
        while (at < template.length() && !accept("\"")) {
            if (template.charAt(at) == '\\' && at + 1 < template.length()) {
                at++;
            }
            text(true);
        }
    }

    private void text(boolean isQuoted) {
        String character = Character.toString(template.codePointAt(at));
        at += character.length();
        pieces.add(new Piece(null, character, false, false, null, isQuoted));
    }

    private boolean accept(String word) {
        if (!template.startsWith(word, at)) {
            return false;
        }
        at += word.length();
        return true;
    }
}
