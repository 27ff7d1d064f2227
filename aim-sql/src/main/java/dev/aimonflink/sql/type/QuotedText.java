package dev.aimonflink.sql.type;

import java.util.regex.Pattern;

/** Names and strings as in a statement. */
public final class QuotedText {
    private static final Pattern PLAIN_NAME = Pattern.compile("[a-z_][a-z0-9_]*");

    private QuotedText() {}

    /** Quoted if it would mean something else otherwise. */
    public static String name(String name) {
        return PLAIN_NAME.matcher(name).matches() && !PgWords.isReserved(name)
                ? name
                : '"' + name.replace("\"", "\"\"") + '"';
    }

    public static String literal(String text) {
        String quoted = "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
        return text.contains("\\") ? "E" + quoted : quoted;
    }
}
