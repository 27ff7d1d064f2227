package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.SqlLimits;
import dev.aimonflink.sql.text.StatementText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a person has typed, on any number of lines.
 *
 * @param statements may lack the last semicolon before a command
 * @param command of the shell, behind them or alone; or empty
 */
record WrittenText(String statements, String command) {
    /** A word behind a text, to find its last semicolon; on its own line, because a comment may end the text. */
    private static final String BEHIND = "behind";

    /** The commands that may stand in a statement's line. */
    private static final Pattern ASKING = Pattern.compile("(?s)(.*?)(\\\\(?:g|watch(?:[ \\t]+\\S+)?))");

    static WrittenText of(String text) {
        String typed = text.stripTrailing();
        int line = typed.lastIndexOf('\n') + 1;
        if (typed.substring(line).stripLeading().startsWith("\\") && !isOpen(typed.substring(0, line))) {
            return new WrittenText(
                    typed.substring(0, line).stripTrailing(),
                    typed.substring(line).strip());
        }
        Matcher asking = ASKING.matcher(typed.substring(line));
        if (asking.matches()) {
            String before = typed.substring(0, line) + asking.group(1);
            if (!isOpen(before) && isNoText(typed)) {
                return new WrittenText(before.stripTrailing(), asking.group(2));
            }
        }
        return new WrittenText(text, "");
    }

    /** A backslash outside strings, quoted names and comments is not part of a statement. */
    private static boolean isNoText(String text) {
        try {
            StatementText.allOf(text);
            return false;
        } catch (SqlException noWord) {
            return true;
        }
    }

    /** Whether the text ends inside a string, a quoted name or a comment. */
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
     * Whether nothing has to follow: a command ends the text, or its last word is a semicolon, or there is none. A semicolon in an
     * unterminated string does not count. A text that cannot be split into words is also complete if nothing that follows could repair it.
     */
    static boolean isComplete(String text) {
        if (text.length() > SqlLimits.MAX_CHARACTERS
                || ShellCommand.ofWord(text.strip()).isPresent()
                || !of(text).command.isEmpty()) {
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
