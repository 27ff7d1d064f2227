package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** JSON objects of names and values. */
final class JsonObjects {
    /** What JSON escapes by a backslash, and the letters behind it. */
    private static final String ESCAPED = "\"\\\b\f\n\r\t";

    private static final String ESCAPES = "\"\\bfnrt";

    private JsonObjects() {}

    /** Of alternating names and values. */
    static String of(Object... namesAndValues) {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            if (namesAndValues[i] == null) {
                throw new SqlException(
                        SqlState.INVALID_ARGUMENT,
                        SqlException.NOWHERE,
                        "argument " + (i + 1) + ": key must not be null. Write a name.");
            }
            json.append(i == 0 ? "" : ", ")
                    .append(quoted(namesAndValues[i]))
                    .append(" : ")
                    .append(value(namesAndValues[i + 1]));
        }
        return json.append('}').toString();
    }

    /** Of a row, without blanks, as PostgreSQL writes it. */
    static String ofRow(SqlType row, Object fields) {
        if (!row.is(Kind.RECORD)) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    SqlException.NOWHERE,
                    "row_to_json needs a row, not " + row + ". Write row_to_json(t) FROM (...) AS t.");
        }
        List<?> values = (List<?>) fields;
        return IntStream.range(0, values.size())
                .mapToObj(i -> quoted(row.labels().get(i)) + ":" + value(values.get(i)))
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Numbers and booleans are written as they are, everything else in quotes. */
    private static String value(Object value) {
        boolean isPlain = value == null || value instanceof Number || value instanceof Boolean;
        return isPlain ? String.valueOf(value) : quoted(value);
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
