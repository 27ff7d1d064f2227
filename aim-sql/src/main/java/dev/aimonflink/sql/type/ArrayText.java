package dev.aimonflink.sql.type;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Arrays as texts: <code>{1,NULL,"two words"}</code>, and vectors: {@code 1 2 3}. */
public final class ArrayText {
    private static final String NULL = "NULL";
    private static final String SPACES = " \t\n\r\u000B\f";
    private static final String QUOTED_IN_ARRAYS = "{},\"\\" + SPACES;
    private static final String QUOTED_IN_RECORDS = "(),\"\\" + SPACES;

    private ArrayText() {}

    /** @param elements their texts; null for a null */
    public static String write(List<String> elements) {
        return elements.stream().map(ArrayText::element).collect(Collectors.joining(",", "{", "}"));
    }

    private static String element(String text) {
        if (text == null) {
            return NULL;
        }
        return text.isEmpty() || text.equalsIgnoreCase(NULL) || hasAny(text, QUOTED_IN_ARRAYS)
                ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
                : text;
    }

    /** In a record a null is empty, and quotes and backslashes are doubled. */
    static String writeRecord(List<String> fields) {
        return fields.stream().map(ArrayText::field).collect(Collectors.joining(",", "(", ")"));
    }

    private static String field(String text) {
        if (text == null) {
            return "";
        }
        return text.isEmpty() || hasAny(text, QUOTED_IN_RECORDS)
                ? '"' + text.replace("\\", "\\\\").replace("\"", "\"\"") + '"'
                : text;
    }

    private static boolean hasAny(String text, String characters) {
        return text.chars().anyMatch(each -> characters.indexOf(each) >= 0);
    }

    static List<String> readVector(String text) {
        String written = text.strip();
        return written.isEmpty() ? List.of() : Arrays.asList(written.split("\\s+"));
    }

    /** The texts of the elements; null for a null. */
    public static List<String> read(String text) {
        return new Reader(text).elements();
    }

    private static final class Reader {
        private final String text;
        private final List<String> elements = new ArrayList<>();
        private int at;

        Reader(String text) {
            this.text = text;
        }

        List<String> elements() {
            skipSpaces();
            if (next() != '{') {
                throw Faults.array(text, "Array value must start with \"{\".");
            }
            skipSpaces();
            if (peek() == '}') {
                at++;
            } else {
                readElements();
            }
            skipSpaces();
            if (at < text.length()) {
                throw Faults.array(text, "Remove what is behind the closing brace.");
            }
            return elements;
        }

        private void readElements() {
            char separator = ',';
            while (separator == ',') {
                skipSpaces();
                elements.add(peek() == '"' ? quoted() : unquoted());
                skipSpaces();
                separator = next();
            }
            if (separator != '}') {
                throw Faults.array(text, "Separate elements by commas, and quote those with spaces.");
            }
        }

        private String quoted() {
            StringBuilder element = new StringBuilder();
            at++;
            for (char each = next(); each != '"'; each = next()) {
                element.append(each == '\\' ? next() : each);
            }
            return element.toString();
        }

        private String unquoted() {
            StringBuilder element = new StringBuilder();
            int end = 0;
            boolean isEscaped = false;
            for (char each = peek(); each != ',' && each != '}'; each = peek()) {
                if (each == '{') {
                    throw Faults.array(text, "Arrays of arrays are not supported; quote an element with a brace.");
                }
                if (each == '"') {
                    throw Faults.array(text, "Quote the whole element.");
                }
                at++;
                isEscaped |= each == '\\';
                element.append(each == '\\' ? next() : each);
                if (each == '\\' || SPACES.indexOf(each) < 0) {
                    end = element.length();
                }
            }
            element.setLength(end);
            if (end == 0) {
                throw Faults.array(text, "Write an empty text as \"\", and a null as NULL.");
            }
            return !isEscaped && element.toString().toUpperCase(Locale.ROOT).equals(NULL) ? null : element.toString();
        }

        private void skipSpaces() {
            while (at < text.length() && SPACES.indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private char peek() {
            if (at >= text.length()) {
                throw Faults.array(text, "Close it with a brace.");
            }
            return text.charAt(at);
        }

        private char next() {
            char next = peek();
            at++;
            return next;
        }
    }
}
