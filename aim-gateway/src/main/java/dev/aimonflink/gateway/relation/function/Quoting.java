package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Names and strings as they stand in a statement. */
public final class Quoting {
    private static final Pattern PLAIN_NAME = Pattern.compile("[a-z_][a-z0-9_$]*");

    private Quoting() {}

    static void addTo(FunctionTable table) {
        table.strict("quote_ident(text) text", (e, a) -> name((String) a[0]));
        table.strict("quote_literal(written) text", (e, a) -> literal(TextFunctions.text(a[0])));
        table.lenient(
                "quote_nullable(written) text", (e, a) -> a[0] == null ? "NULL" : literal(TextFunctions.text(a[0])));
        table.lenient("format(text, written...) text", (e, a) -> a[0] == null ? null : format(a));
        table.strict("parse_ident(text, bool?) _text", (e, a) -> parsed((String) a[0]));
    }

    /** In quotes, if it would mean something else without them. */
    public static String name(String name) {
        return PLAIN_NAME.matcher(name).matches() && !Words.isReserved(name)
                ? name
                : '"' + name.replace("\"", "\"\"") + '"';
    }

    static String literal(String text) {
        String quoted = "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
        return text.contains("\\") ? "E" + quoted : quoted;
    }

    /** {@code %I} writes a name, {@code %L} a string, {@code %s} a text; {@code %2$I} takes the second value. */
    private static String format(Object[] arguments) {
        String pattern = (String) arguments[0];
        StringBuilder text = new StringBuilder();
        int next = 1;
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) != '%') {
                text.append(pattern.charAt(i));
                continue;
            }
            int digits = ++i;
            while (i < pattern.length() && Character.isDigit(pattern.charAt(i))) {
                i++;
            }
            if (i > digits && i < pattern.length() && pattern.charAt(i) == '$') {
                next = argument(pattern.substring(digits, i++));
            }
            char kind = i < pattern.length() ? pattern.charAt(i) : 0;
            if (kind == '%') {
                text.append('%');
            } else {
                text.append(formatted(kind, arguments, next++));
                Faults.requireLength(text.length());
            }
        }
        return text.toString();
    }

    private static int argument(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException tooGreat) {
            throw new SqlException(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    SqlException.NOWHERE,
                    "number is out of range. Write that of an argument of format().");
        }
    }

    private static String formatted(char kind, Object[] arguments, int index) {
        if (index < 1 || index >= arguments.length) {
            throw Faults.invalid("too few arguments for format(). Write one for each %.");
        }
        String value = arguments[index] == null ? null : TextFunctions.text(arguments[index]);
        return switch (kind) {
            case 's' -> value == null ? "" : value;
            case 'L' -> value == null ? "NULL" : literal(value);
            case 'I' -> {
                if (value == null) {
                    throw Faults.invalid("null values cannot be formatted as an SQL identifier. Use coalesce().");
                }
                yield name(value);
            }
            default -> throw Faults.invalid("unrecognized format() type specifier. Write %s, %I, %L or %%.");
        };
    }

    /** The parts of a name between its dots; those without quotes in lower case. */
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

    private static RuntimeException invalid(String written) {
        return Faults.invalid("string is not a valid identifier: \"" + written + "\". Quote it with \"\".");
    }
}
