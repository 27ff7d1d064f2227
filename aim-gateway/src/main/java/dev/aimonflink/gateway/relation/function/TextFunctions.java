package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.RegularExpression;
import dev.aimonflink.sql.evaluate.TextSearch;
import dev.aimonflink.sql.text.Letters;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Functions of texts. Characters are code points, as in PostgreSQL. */
final class TextFunctions {
    /** What JSON writes with a backslash, and the letters behind it. */
    private static final String ESCAPED = "\"\\\b\f\n\r\t";

    private static final String ESCAPES = "\"\\bfnrt";

    private TextFunctions() {}

    static void addTo(FunctionTable table) {
        table.strict("lower(text) text", (e, a) -> Letters.lower(text(a[0])));
        table.strict("upper(text) text", (e, a) -> Letters.upper(text(a[0])));
        for (String name : List.of("length", "char_length", "character_length")) {
            table.strict(name + "(text) int4", (e, a) -> (long) length(text(a[0])));
        }
        table.strict("octet_length(text) int4", (e, a) -> (long) text(a[0]).getBytes(StandardCharsets.UTF_8).length);
        for (String name : List.of("substring", "substr")) {
            table.strict(name + "(text, int4, int4?) text", (e, a) -> substring(text(a[0]), (Long) a[1], a));
        }
        table.strict("strpos(text, text) int4", (e, a) -> position(text(a[0]), text(a[1])));
        table.strict("position(text, text) int4", (e, a) -> position(text(a[0]), text(a[1])));
        table.strict("btrim(text, text?) text", (e, a) -> trimmed(a, true, true));
        table.strict("ltrim(text, text?) text", (e, a) -> trimmed(a, true, false));
        table.strict("rtrim(text, text?) text", (e, a) -> trimmed(a, false, true));
        table.strict("replace(text, text, text) text", (e, a) -> replaced(text(a[0]), text(a[1]), text(a[2])));
        table.strict("left(text, int4) text", (e, a) -> left(text(a[0]), (Long) a[1]));
        table.strict("right(text, int4) text", (e, a) -> right(text(a[0]), (Long) a[1]));
        table.strict("repeat(text, int4) text", (e, a) -> repeated(text(a[0]), (Long) a[1]));
        table.strict(
                "reverse(text) text",
                (e, a) -> new StringBuilder(text(a[0])).reverse().toString());
        table.strict("lpad(text, int4, text?) text", (e, a) -> padded(a, true));
        table.strict("rpad(text, int4, text?) text", (e, a) -> padded(a, false));
        table.strict("starts_with(text, text) bool", (e, a) -> text(a[0]).startsWith(text(a[1])));
        table.strict("split_part(text, text, int4) text", (e, a) -> part(text(a[0]), text(a[1]), (Long) a[2]));
        table.strict(
                "ascii(text) int4",
                (e, a) -> text(a[0]).isEmpty() ? 0L : text(a[0]).codePointAt(0));
        table.strict("chr(int4) text", (e, a) -> character((Long) a[0]));
        table.strict("initcap(text) text", (e, a) -> capitals(text(a[0])));
        table.strict(
                "regexp_like(text, text) bool", (e, a) -> RegularExpression.of(text(a[1]), false, SqlException.NOWHERE)
                        .matches(text(a[0])));
        table.lenient("concat(written...) text", (e, a) -> joined(a, 0, ""));
        table.lenient("concat_ws(text, written...) text", (e, a) -> a[0] == null ? null : joined(a, 1, text(a[0])));
        table.lenient("json_build_object(any...) json", (e, a) -> object(a));
        Quoting.addTo(table);
    }

    static String text(Object value) {
        return value instanceof Boolean truth ? (truth ? "t" : "f") : (String) value;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String substring(String text, long from, Object[] arguments) {
        long end = Long.MAX_VALUE;
        if (arguments.length > 2) {
            if ((Long) arguments[2] < 0) {
                throw new SqlException(
                        SqlState.INVALID_SUBSTRING,
                        SqlException.NOWHERE,
                        "negative substring length not allowed. Write one from 0 on.");
            }
            end = from + (Long) arguments[2];
        }
        int length = length(text);
        int first = (int) Math.min(length, Math.max(0, from - 1));
        int last = (int) Math.max(first, Math.min(length, end - 1));
        return text.substring(text.offsetByCodePoints(0, first), text.offsetByCodePoints(0, last));
    }

    private static Long position(String text, String part) {
        int index = TextSearch.indexOf(text, part, 0);
        return index < 0 ? 0L : length(text.substring(0, index)) + 1L;
    }

    private static String trimmed(Object[] arguments, boolean fromLeft, boolean fromRight) {
        int[] text = text(arguments[0]).codePoints().toArray();
        Set<Integer> characters = (arguments.length > 1 ? text(arguments[1]) : " ")
                .codePoints()
                .boxed()
                .collect(Collectors.toSet());
        int from = 0;
        int to = text.length;
        while (fromLeft && from < to && characters.contains(text[from])) {
            from++;
        }
        while (fromRight && to > from && characters.contains(text[to - 1])) {
            to--;
        }
        return new String(text, from, to - from);
    }

    private static String replaced(String text, String part, String by) {
        if (part.isEmpty()) {
            return text;
        }
        Faults.requireLength(text.length() + (double) by.length() * text.length() / part.length());
        return TextSearch.replaced(text, part, by);
    }

    private static String left(String text, long count) {
        int length = length(text);
        long kept = count < 0 ? Math.max(0, length + count) : Math.min(length, count);
        return text.substring(0, text.offsetByCodePoints(0, (int) kept));
    }

    private static String right(String text, long count) {
        int length = length(text);
        long skipped = count < 0 ? Math.min(length, -count) : Math.max(0, length - count);
        return text.substring(text.offsetByCodePoints(0, (int) skipped));
    }

    private static String repeated(String text, long count) {
        Faults.requireLength((double) text.length() * count);
        return text.repeat((int) Math.max(0, count));
    }

    private static String padded(Object[] arguments, boolean isLeft) {
        String text = text(arguments[0]);
        String fill = arguments.length > 2 ? text(arguments[2]) : " ";
        long missing = (Long) arguments[1] - length(text);
        if (missing <= 0) {
            return left(text, Math.max(0, (Long) arguments[1]));
        }
        Faults.requireLength((double) (Long) arguments[1]);
        if (fill.isEmpty()) {
            return text;
        }
        String filled = left(fill.repeat((int) (missing / length(fill) + 1)), missing);
        return isLeft ? filled + text : text + filled;
    }

    private static String part(String text, String separator, long number) {
        if (number == 0) {
            throw Faults.invalid("field position must not be zero. Count from 1 on, or from -1 from the end.");
        }
        List<String> parts = ArrayFunctions.parts(text, separator);
        long index = number > 0 ? number - 1 : parts.size() + number;
        return index < 0 || index >= parts.size() ? "" : parts.get((int) index);
    }

    private static String character(long number) {
        boolean isSurrogate = number >= Character.MIN_SURROGATE && number <= Character.MAX_SURROGATE;
        if (number < 0) {
            throw Faults.invalid("character number must be positive. Write one from 1 on.");
        } else if (number == 0 || number > Character.MAX_CODE_POINT || isSurrogate) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "requested character not valid for encoding: " + number
                            + ". Write the number of a character of Unicode, from 1 on.");
        }
        return Character.toString((int) number);
    }

    private static String capitals(String text) {
        StringBuilder result = new StringBuilder();
        boolean isInside = false;
        for (int character : text.codePoints().toArray()) {
            result.appendCodePoint(isInside ? Character.toLowerCase(character) : Character.toUpperCase(character));
            isInside = Character.isLetterOrDigit(character);
        }
        return result.toString();
    }

    /** Numbers and truths are written as they are, and everything else in quotes. */
    private static String object(Object[] arguments) {
        Faults.requireLength(Arrays.stream(arguments)
                .mapToDouble(each -> String.valueOf(each).length())
                .sum());
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            Object value = arguments[i + 1];
            boolean isPlain = value == null || value instanceof Number || value instanceof Boolean;
            json.append(i == 0 ? "" : ", ")
                    .append(quoted(arguments[i]))
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

    private static String joined(Object[] arguments, int from, String separator) {
        List<String> texts = Arrays.stream(arguments, from, arguments.length)
                .filter(Objects::nonNull)
                .map(TextFunctions::text)
                .toList();
        return joined(texts, separator);
    }

    static String joined(List<String> texts, String separator) {
        Faults.requireLength(texts.stream().mapToDouble(String::length).sum()
                + (double) separator.length() * Math.max(0, texts.size() - 1));
        return String.join(separator, texts);
    }
}
