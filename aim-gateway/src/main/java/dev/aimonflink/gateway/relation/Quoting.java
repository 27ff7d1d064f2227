package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Names as in a statement. */
public final class Quoting {
    private Quoting() {}

    /** The parts of a name between its dots; unquoted ones in lower case. */
    public static List<String> parsed(String written) {
        List<String> parts = new ArrayList<>();
        int at = 0;
        String text = written.strip();
        while (true) {
            StringBuilder part = new StringBuilder();
            if (at < text.length() && text.charAt(at) == '"') {
                at = quoted(text, at + 1, part);
            } else {
                int end = at;
                while (end < text.length() && isLetter(text.charAt(end))) {
                    end++;
                }
                part.append(text.substring(at, end).toLowerCase(Locale.ROOT));
                at = end;
            }
            if (part.isEmpty()) {
                throw invalid(written);
            }
            parts.add(part.toString());
            if (at == text.length()) {
                return parts;
            }
            if (text.charAt(at++) != '.') {
                throw invalid(written);
            }
        }
    }

    private static boolean isLetter(char letter) {
        return Character.isLetterOrDigit(letter) || letter == '_' || letter == '$';
    }

    /** Returns the index behind the closing quote. */
    private static int quoted(String text, int from, StringBuilder part) {
        int at = from;
        while (at < text.length()) {
            char letter = text.charAt(at++);
            if (letter != '"') {
                part.append(letter);
            } else if (at < text.length() && text.charAt(at) == '"') {
                part.append('"');
                at++;
            } else {
                return at;
            }
        }
        throw invalid(text);
    }

    private static SqlException invalid(String written) {
        return new SqlException(
                SqlState.INVALID_ARGUMENT,
                SqlException.NOWHERE,
                "string is not a valid identifier: \"" + written + "\". Quote it with \"\".");
    }
}
