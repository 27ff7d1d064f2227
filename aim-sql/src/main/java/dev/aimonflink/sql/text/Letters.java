package dev.aimonflink.sql.text;

import java.util.Locale;

/**
 * Texts in the other case, in linear time: Java copies the whole text for each letter that becomes several, which takes minutes for a
 * million of them.
 */
public final class Letters {
    /** Copying this many costs nothing. */
    private static final int PIECE = 256;

    private static final String CAPITAL_I_WITH_DOT = "\u0130";
    private static final String IN_LOWER_CASE = "i\u0307";

    private Letters() {}

    public static String upper(String text) {
        if (text.length() <= PIECE) {
            return text.toUpperCase(Locale.ROOT);
        }
        StringBuilder upper = new StringBuilder(text.length());
        int begin = 0;
        while (begin < text.length()) {
            int end = Math.min(text.length(), begin + PIECE);
            if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
                end--;
            }
            upper.append(text.substring(begin, end).toUpperCase(Locale.ROOT));
            begin = end;
        }
        return upper.toString();
    }

    /** Only one letter becomes two; the others depend on their neighbours, so the text cannot be cut. */
    public static String lower(String text) {
        return text.replace(CAPITAL_I_WITH_DOT, IN_LOWER_CASE).toLowerCase(Locale.ROOT);
    }
}
