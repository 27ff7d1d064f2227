package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.sql.type.FormattedText;
import dev.aimonflink.sql.type.QuotedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Names and strings as they stand in a statement. */
public final class Quoting {
    private Quoting() {}

    static void addTo(FunctionTable table) {
        table.strict("quote_ident(text) text", (e, a) -> QuotedText.name((String) a[0]));
        table.strict("quote_literal(written) text", (e, a) -> QuotedText.literal(TextFunctions.text(a[0])));
        table.lenient(
                "quote_nullable(written) text",
                (e, a) -> a[0] == null ? "NULL" : QuotedText.literal(TextFunctions.text(a[0])));
        table.lenient("format(text, written...) text", (e, a) -> a[0] == null ? null : format(a));
        table.strict("parse_ident(text, bool?) _text", (e, a) -> parsed((String) a[0]));
    }

    private static String format(Object[] arguments) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            values.add(arguments[i] == null ? null : TextFunctions.text(arguments[i]));
        }
        return FormattedText.of((String) arguments[0], values, Faults::requireLength);
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
