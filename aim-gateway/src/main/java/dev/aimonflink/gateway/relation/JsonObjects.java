package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/** JSON objects of alternating names and values. */
final class JsonObjects {
    /** What JSON escapes by a backslash, and the letters behind it. */
    private static final String ESCAPED = "\"\\\b\f\n\r\t";

    private static final String ESCAPES = "\"\\bfnrt";

    private JsonObjects() {}

    /** Numbers and booleans are written as they are, everything else in quotes. */
    static String of(Object... namesAndValues) {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            if (namesAndValues[i] == null) {
                throw new SqlException(
                        SqlState.INVALID_ARGUMENT,
                        SqlException.NOWHERE,
                        "argument " + (i + 1) + ": key must not be null. Write a name.");
            }
            Object value = namesAndValues[i + 1];
            boolean isPlain = value == null || value instanceof Number || value instanceof Boolean;
            json.append(i == 0 ? "" : ", ")
                    .append(quoted(namesAndValues[i]))
                    .append(" : ")
                    .append(isPlain ? String.valueOf(value) : quoted(value));
        }
        return json.append('}').toString();
    }

    private static String quoted(Object value) {
        StringBuilder json = new StringBuilder("\"");
        value.toString().chars().forEach(each -> {
            int known = ESCAPED.indexOf(each);
            if (known >= 0) {
                json.append('\\').append(ESCAPES.charAt(known));
            } else if (each < ' ') {
                json.append(String.format("\\u%04x", each));
            } else {
                json.append((char) each);
            }
        });
        return json.append('"').toString();
    }
}
