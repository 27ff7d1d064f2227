package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.sql.text.VisibleText;

/** Points at a character of a person's text. */
final class TextPlace {
    /** A terminal would wrap a longer line, and the mark below would point at something else. */
    private static final int MAX_SHOWN = 100;

    private static final int MAX_BEFORE = 60;

    private TextPlace() {}

    /**
     * Two lines: the text's line with the character, and a mark below it. A long line is cut around the character.
     *
     * @param index of the character; one behind the text for its end
     */
    static String shown(String text, int index) {
        int place = Math.min(index, text.length());
        int begin = text.lastIndexOf('\n', place - 1) + 1;
        int newline = text.indexOf('\n', place);
        int end = newline < 0 ? text.length() : newline;
        int from = Math.max(begin, place - MAX_BEFORE);
        int to = Math.min(end, from + MAX_SHOWN);
        String number = text.indexOf('\n') < 0
                ? ""
                : "line " + (1 + text.substring(0, begin).lines().count()) + ": ";
        String line = number + (from > begin ? "..." : "");
        String before = line + visible(text.substring(from, place));
        String shown = before + visible(text.substring(place, to)) + (to < end ? "..." : "");
        return "  " + shown.stripTrailing() + "\n  " + " ".repeat(before.length()) + "^";
    }

    /** Without what a terminal would show in another width, or take for a command. */
    private static String visible(String text) {
        return VisibleText.ofLine(text.replace('\t', ' '));
    }
}
