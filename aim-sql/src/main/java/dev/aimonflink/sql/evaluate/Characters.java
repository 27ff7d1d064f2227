package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.HashMap;
import java.util.Map;

/** Evaluates functions of texts that look at each character separately. */
final class Characters {
    private Characters() {}

    /** Words of letters and digits begin in upper case and continue in lower case. */
    static String capitalized(String text) {
        StringBuilder capitalized = new StringBuilder(text.length());
        boolean isInWord = false;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            capitalized.appendCodePoint(isInWord ? Character.toLowerCase(character) : Character.toUpperCase(character));
            isInWord = Character.isLetterOrDigit(character);
            i += Character.charCount(character);
        }
        return capitalized.toString();
    }

    /** The code of the first character; zero if there is none. */
    static long code(String text) {
        return text.isEmpty() ? 0 : text.codePointAt(0);
    }

    /** The character of a code; zero is an error, because no text has it. */
    static String of(long code, int position) {
        boolean isPart = code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
        if (code <= 0 || code > Character.MAX_CODE_POINT || isPart) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    position,
                    "There is no character with the code " + code + ". Give one from 1 to " + Character.MAX_CODE_POINT
                            + " that Unicode has.");
        }
        return Character.toString((int) code);
    }

    /** Replaces characters of one text by those at the same places in another; without one, drops them. */
    static String translated(String text, String from, String to) {
        int[] old = from.codePoints().toArray();
        int[] other = to.codePoints().toArray();
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < old.length; i++) {
            places.putIfAbsent(old[i], i);
        }
        StringBuilder translated = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            Integer place = places.get(character);
            if (place == null) {
                translated.appendCodePoint(character);
            } else if (place < other.length) {
                translated.appendCodePoint(other[place]);
            }
        });
        return translated.toString();
    }
}
