package dev.aimonflink.sql.evaluate;

/** Searches a text in time linear in both lengths: their product could be minutes for one row. */
public final class TextSearch {
    /** A shorter part is found as fast by trying each place. */
    private static final int SHORT = 16;

    private TextSearch() {}

    /** The index at or behind another one, or -1. */
    public static int indexOf(String text, String part, int from) {
        if (part.length() < SHORT) {
            return text.indexOf(part, from);
        }
        final int[] borders = borders(part);
        int matched = 0;
        for (int at = from; at < text.length(); at++) {
            while (matched > 0 && text.charAt(at) != part.charAt(matched)) {
                matched = borders[matched - 1];
            }
            matched += text.charAt(at) == part.charAt(matched) ? 1 : 0;
            if (matched == part.length()) {
                return at - matched + 1;
            }
        }
        return -1;
    }

    /** By length minus one, how much of the part's begin is also its end. */
    private static int[] borders(String part) {
        final int[] borders = new int[part.length()];
        for (int end = 1, length = 0; end < borders.length; end++) {
            while (length > 0 && part.charAt(end) != part.charAt(length)) {
                length = borders[length - 1];
            }
            length += part.charAt(end) == part.charAt(length) ? 1 : 0;
            borders[end] = length;
        }
        return borders;
    }

    /** Replaces each occurrence; the part is not empty. */
    public static String replaced(String text, String part, String by) {
        StringBuilder replaced = new StringBuilder();
        int begin = 0;
        for (int at = indexOf(text, part, 0); at >= 0; at = indexOf(text, part, begin)) {
            replaced.append(text, begin, at).append(by);
            begin = at + part.length();
        }
        return replaced.append(text, begin, text.length()).toString();
    }
}
