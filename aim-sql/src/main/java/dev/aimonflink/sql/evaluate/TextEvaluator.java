package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.pattern.LikePattern;
import dev.aimonflink.sql.pattern.RegularExpression;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Evaluates functions of texts; characters are code points, counted from 1. */
final class TextEvaluator {
    private static final String BLANK = " ";

    private TextEvaluator() {}

    static Object evaluate(Bound.Call call, Row row) {
        List<Object> values = new ArrayList<>();
        for (Bound argument : call.arguments()) {
            Object value = RowEvaluator.evaluate(argument, row);
            if (value instanceof String text) {
                row.spend(text.length(), call.position());
            }
            values.add(value);
        }
        if (call.function() == Function.CONCAT) {
            return concatenated(row, values, "", call.position());
        }
        if (call.function() == Function.CONCAT_WS) {
            String separator = (String) values.get(0);
            return separator == null
                    ? null
                    : concatenated(row, values.subList(1, values.size()), separator, call.position());
        }
        return values.contains(null) ? null : evaluate(call, values, row);
    }

    private static Object evaluate(Bound.Call call, List<Object> values, Row row) {
        String text = (String) values.get(0);
        return switch (call.function()) {
            case LEFT -> left(text, (Long) values.get(1));
            case RIGHT -> right(text, (Long) values.get(1));
            case SUBSTRING ->
                substring(text, (Long) values.get(1), values.size() > 2 ? (Long) values.get(2) : null, call.position());
            case REPLACE -> replaced(row, text, (String) values.get(1), (String) values.get(2), call.position());
            case REVERSE -> new StringBuilder(text).reverse().toString();
            case LPAD, RPAD -> LongTexts.padded(row, call, values);
            case REPEAT -> LongTexts.repeated(row, text, (Long) values.get(1), call.position());
            case SPLIT_PART -> splitPart(text, (String) values.get(1), (Long) values.get(2), call.position());
            case TRANSLATE -> Characters.translated(text, (String) values.get(1), (String) values.get(2));
            case MATCHES, MATCHES_IGNORING_CASE ->
                RegularExpression.of(
                                (String) values.get(1),
                                call.function() == Function.MATCHES_IGNORING_CASE,
                                call.position())
                        .matches(text, row, call.position());
            case STARTS_WITH -> text.startsWith((String) values.get(1));
            case STRPOS -> place(text, (String) values.get(1));
            case BTRIM -> trimmed(text, values, true, true);
            case LTRIM -> trimmed(text, values, true, false);
            case RTRIM -> trimmed(text, values, false, true);
            default -> isLike(call, text, (String) values.get(1), (String) values.get(2), row);
        };
    }

    /** Nulls are left out, and booleans are written as PostgreSQL shows them. */
    private static String concatenated(Row row, List<Object> values, String separator, int position) {
        StringBuilder text = new StringBuilder();
        String before = "";
        for (Object value : values) {
            if (value != null) {
                String part = LongValues.text(value, row, position);
                LongValues.requireCharacters(row, (long) text.length() + before.length() + part.length(), position);
                text.append(before).append(part);
                before = separator;
            }
        }
        return text.toString();
    }

    /** A part between delimiters, counted from 1, or from -1 at the end; empty if there is none. */
    private static String splitPart(String text, String delimiter, long number, int position) {
        if (number == 0) {
            throw new SqlException(
                    SqlState.INVALID_ARGUMENT, position, "There is no part 0. Parts are counted from 1, or from -1.");
        }
        List<String> parts = new ArrayList<>();
        int begin = 0;
        // Without a delimiter there is one part, and in an empty text none.
        int end = delimiter.isEmpty() ? -1 : TextSearch.indexOf(text, delimiter, 0);
        while (end >= 0) {
            parts.add(text.substring(begin, end));
            begin = end + delimiter.length();
            end = TextSearch.indexOf(text, delimiter, begin);
        }
        parts.add(text.substring(begin));
        long index = number > 0 ? number - 1 : parts.size() + number;
        return index >= 0 && index < parts.size() ? parts.get((int) index) : "";
    }

    /** The first characters; for a negative count, all but that many last ones. */
    private static String left(String text, long count) {
        long length = length(text);
        return part(text, 0, count < 0 ? length + count : count);
    }

    private static String right(String text, long count) {
        long length = length(text);
        return part(text, count < 0 ? -count : length - count, length);
    }

    /** @param count null for all that follow */
    private static String substring(String text, long from, Long count, int position) {
        if (count != null && count < 0) {
            throw new SqlException(
                    SqlState.INVALID_SUBSTRING,
                    position,
                    "The length of a substring is negative: " + count + ". Give zero or more.");
        }
        return part(text, from - 1, count == null ? length(text) : from - 1 + count);
    }

    /** The characters between two places, as far as they exist. */
    private static String part(String text, long begin, long end) {
        int length = length(text);
        int from = (int) Math.min(length, Math.max(0, begin));
        int to = (int) Math.min(length, Math.max(from, end));
        return text.substring(text.offsetByCodePoints(0, from), text.offsetByCodePoints(0, to));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String replaced(Row row, String text, String old, String other, int position) {
        if (old.isEmpty()) {
            return text;
        }
        long times = 0;
        for (int at = TextSearch.indexOf(text, old, 0);
                at >= 0;
                at = TextSearch.indexOf(text, old, at + old.length())) {
            times++;
        }
        LongValues.requireCharacters(row, text.length() + times * (other.length() - old.length()), position);
        return times == 0 ? text : TextSearch.replaced(text, old, other);
    }

    /** Zero if the part is not found. */
    private static long place(String text, String part) {
        int index = TextSearch.indexOf(text, part, 0);
        return index < 0 ? 0 : 1 + text.codePointCount(0, index);
    }

    private static String trimmed(String text, List<Object> values, boolean atBegin, boolean atEnd) {
        Set<Integer> characters = (values.size() > 1 ? (String) values.get(1) : BLANK)
                .codePoints()
                .boxed()
                .collect(Collectors.toSet());
        int begin = 0;
        int end = text.length();
        while (atBegin && begin < end && characters.contains(text.codePointAt(begin))) {
            begin += Character.charCount(text.codePointAt(begin));
        }
        while (atEnd && begin < end && characters.contains(text.codePointBefore(end))) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(begin, end);
    }

    private static boolean isLike(Bound.Call call, String text, String pattern, String escape, Row row) {
        return LikePattern.of(
                        pattern,
                        escape.isEmpty() ? -1 : escape.codePointAt(0),
                        call.function() == Function.ILIKE,
                        call.position())
                .matches(text, row, call.position());
    }

    /** Evaluates functions that make texts of any length, which is checked before the text is made. */
    private static final class LongTexts {
        private static final String BLANK = " ";

        private LongTexts() {}

        static String repeated(Row row, String text, long times, int position) {
            long count = Math.max(0, times);
            requireLength(row, text.isEmpty() ? 0 : count, Math.max(1, text.length()), position);
            return text.repeat(text.isEmpty() ? 0 : (int) count);
        }

        /** A text of exact length: padded on one side, or cut at its end. */
        static String padded(Row row, Bound.Call call, List<Object> values) {
            String text = (String) values.get(0);
            long wanted = Math.max(0, (Long) values.get(1));
            String fill = values.size() > 2 ? (String) values.get(2) : BLANK;
            int length = text.codePointCount(0, text.length());
            if (wanted <= length) {
                return text.substring(0, text.offsetByCodePoints(0, (int) wanted));
            }
            if (fill.isEmpty()) {
                return text;
            }
            requireLength(row, wanted, 1, call.position());
            int[] characters = fill.codePoints().toArray();
            StringBuilder added = new StringBuilder();
            for (int i = 0; i < wanted - length; i++) {
                added.appendCodePoint(characters[i % characters.length]);
            }
            return call.function() == Function.LPAD ? added + text : text + added;
        }

        private static void requireLength(Row row, long times, int length, int position) {
            LongValues.requireCharacters(
                    row, times > Long.MAX_VALUE / length ? Long.MAX_VALUE : times * length, position);
        }
    }
}
