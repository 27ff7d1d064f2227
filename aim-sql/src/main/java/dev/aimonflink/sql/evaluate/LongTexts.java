package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import java.util.List;

/** Evaluates functions that make texts of any length. Checks the length before there is such a text. */
final class LongTexts {
    private static final String BLANK = " ";

    private LongTexts() {}

    static String repeated(Row row, String text, long times, int position) {
        long count = Math.max(0, times);
        requireLength(row, text.isEmpty() ? 0 : count, Math.max(1, text.length()), position);
        return text.repeat(text.isEmpty() ? 0 : (int) count);
    }

    /** A text of exactly some characters: filled up on one side, or cut at its end. */
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
        LongValues.requireCharacters(row, times > Long.MAX_VALUE / length ? Long.MAX_VALUE : times * length, position);
    }
}
