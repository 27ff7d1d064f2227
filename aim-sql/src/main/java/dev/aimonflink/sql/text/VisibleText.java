package dev.aimonflink.sql.text;

/**
 * Foreign texts for terminals and logs. A producer's key or text may contain characters that a terminal takes as commands, that forge a log
 * line, or that change or hide their neighbours. They are escaped like in psql: {@code \x1B}, {@code \r}, and beyond ASCII a backslash, a u
 * and four hexadecimal digits.
 *
 * <p>Escaped are control characters, including C1, separators of lines and paragraphs, lone surrogates, and the invisible characters of
 * Unicode's class Cf: marks of direction, zero-width spaces, soft hyphens, tags. Of the latter the two joiners stay, because Persian words
 * and emoji need them. A backslash stays, too, so an escaped text is for reading, not for decoding.
 */
public final class VisibleText {
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int FIRST_BEHIND_ASCII = 0x80;

    private VisibleText() {}

    /** A text as part of one line. */
    public static String ofLine(String text) {
        return escaped(text, false);
    }

    /** A text of several lines: newlines and tabs stay. */
    public static String ofLines(String text) {
        return escaped(text, true);
    }

    private static String escaped(String text, boolean hasLines) {
        int i = 0;
        while (i < text.length() && isPlain(text.charAt(i))) {
            i++;
        }
        if (i == text.length()) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
        while (i < text.length()) {
            int character = text.codePointAt(i);
            i += Character.charCount(character);
            boolean isLayout = hasLines && (character == '\n' || character == '\t');
            if (isLayout || isVisible(character)) {
                escaped.appendCodePoint(character);
            } else {
                escape(character, escaped);
            }
        }
        return escaped.toString();
    }

    /** Most characters of most texts, recognized without their class. */
    private static boolean isPlain(char character) {
        return character >= ' ' && character < 0x7F;
    }

    /** Whether a character shows itself and changes nothing else. */
    public static boolean isVisible(int character) {
        if (character < FIRST_BEHIND_ASCII) {
            return isPlain((char) character);
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                false;
            case Character.FORMAT -> character == ZERO_WIDTH_JOINER || character == ZERO_WIDTH_NON_JOINER;
            default -> true;
        };
    }

    private static void escape(int character, StringBuilder escaped) {
        switch (character) {
            case '\n' -> escaped.append("\\n");
            case '\r' -> escaped.append("\\r");
            case '\t' -> escaped.append("\\t");
            default -> {
                String form = character < FIRST_BEHIND_ASCII ? "\\x%02X" : character < 0x10000 ? "\\u%04X" : "\\U%08X";
                escaped.append(String.format(form, character));
            }
        }
    }
}
