package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.SqlLimits;
import dev.aimonflink.sql.text.StatementText;
import java.util.List;

/** The lines of a statement that has no semicolon yet. */
final class WrittenText {
    /** A word behind a text, by which its last semicolon is found. It is on a line of its own, because a comment may end the text. */
    private static final String BEHIND = "behind";

    private String text = "";

    boolean isEmpty() {
        return text.isEmpty();
    }

    void add(String line) {
        text = joined(line);
    }

    private String joined(String line) {
        return text.isEmpty() ? line : text + "\n" + line;
    }

    /** Returns the text, which is empty from now on. */
    String take() {
        String taken = text;
        text = "";
        return taken;
    }

    String text() {
        return text;
    }

    /** Whether the text ends inside a string, a quoted name or a comment. */
    boolean isOpen() {
        return isOpen(text);
    }

    /** Whether a command at the end of another line is one: outside of strings, quoted names and comments. */
    boolean endsWith(String line, String command) {
        if (!line.endsWith(command) || isOpen(joined(line.substring(0, line.length() - command.length())))) {
            return false;
        }
        try {
            StatementText.allOf(joined(line));
            return false;
        } catch (SqlException aBackslashIsNoWord) {
            return true;
        }
    }

    private static boolean isOpen(String text) {
        try {
            StatementText.allOf(text);
            return false;
        } catch (SqlException noWords) {
            return hasNoEnd(noWords);
        }
    }

    private static boolean hasNoEnd(SqlException noWords) {
        return noWords.getMessage().contains("has no end");
    }

    /**
     * Whether the last word is a semicolon, or there is no word at all. A semicolon in a string that has no end is none. What cannot be
     * split into words is complete too where nothing that follows would make it better.
     */
    boolean isComplete() {
        if (text.length() > SqlLimits.MAX_CHARACTERS) {
            return true;
        }
        try {
            List<StatementText> statements = StatementText.allOf(text + "\n" + BEHIND);
            return statements.get(statements.size() - 1).text().equals(BEHIND);
        } catch (SqlException noWords) {
            return !hasNoEnd(noWords) && text.stripTrailing().endsWith(";");
        }
    }
}
