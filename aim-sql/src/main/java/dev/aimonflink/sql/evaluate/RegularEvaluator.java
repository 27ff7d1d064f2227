package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.Recent;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.pattern.RegularExpression;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Evaluates functions that search one text for regular expressions. */
final class RegularEvaluator {
    private record Known(String pattern, boolean ignoresCase, int position) {}

    private static final int MAX_KNOWN = 16;

    /** Most patterns are the same in each row. */
    private static final ThreadLocal<Map<Known, RegularExpression>> KNOWN =
            ThreadLocal.withInitial(() -> new Recent<>(MAX_KNOWN));

    private final Bound.Call call;
    private final List<Object> values;
    private final Row row;
    private final String text;
    private boolean ignoresCase;
    private boolean isGlobal;
    private RegularExpression expression;
    private RegularExpression.Matches matches;

    private RegularEvaluator(Bound.Call call, List<Object> values, Row row) {
        this.call = call;
        this.values = values;
        this.row = row;
        this.text = (String) values.get(0);
    }

    static Object evaluate(Bound.Call call, List<Object> values, Row row) {
        RegularEvaluator of = new RegularEvaluator(call, values, row);
        return switch (call.function()) {
            case REGEXP_REPLACE -> of.replaced();
            case REGEXP_MATCH -> of.options(2, false).match();
            case REGEXP_LIKE -> of.options(2, false).matches.next(0) != null;
            case REGEXP_COUNT -> of.options(3, false).count();
            case REGEXP_SUBSTR -> of.options(4, false).part();
            case REGEXP_INSTR -> of.options(5, false).place();
            default -> of.options(2, false).split();
        };
    }

    /** Reads the option letters of an argument, and then the expression. */
    private RegularEvaluator options(int index, boolean mayBeGlobal) {
        String options = index < values.size() ? (String) values.get(index) : "";
        for (int i = 0; i < options.length(); i++) {
            switch (options.charAt(i)) {
                case 'i' -> ignoresCase = true;
                case 'c' -> ignoresCase = false;
                case 'g' -> {
                    if (!mayBeGlobal) {
                        throw invalid(call.function().sqlName()
                                + "() does not support the \"global\" option. Leave out the g.");
                    }
                    isGlobal = true;
                }
                case 's', 't' -> {}
                case 'b', 'e', 'm', 'n', 'p', 'q', 'w', 'x' ->
                    throw new SqlException(
                            SqlState.NOT_SUPPORTED,
                            call.position(),
                            "The regular expression option " + options.charAt(i)
                                    + " is not supported. Write g, i or none.");
                default ->
                    throw invalid(
                            "invalid regular expression option: \"" + options.charAt(i) + "\". Write g, i or none.");
            }
        }
        int position = call.arguments().get(1).position();
        Known key = new Known((String) values.get(1), ignoresCase, position);
        expression = KNOWN.get().get(key);
        if (expression == null) {
            expression = RegularExpression.of(key.pattern(), ignoresCase, position);
            KNOWN.get().put(key, expression);
        }
        matches = expression.in(text, row, call.position());
        return this;
    }

    private SqlException invalid(String message) {
        return new SqlException(SqlState.INVALID_ARGUMENT, call.position(), message);
    }

    private int number(int index, String name, int otherwise, int least) {
        long given = index < values.size() ? (Long) values.get(index) : otherwise;
        if (given < least) {
            throw invalid("invalid value for parameter \"" + name + "\": " + given + ". Give " + least + " or more.");
        }
        return (int) given;
    }

    /** The index of the character where a search begins; one behind the end if the text is shorter. */
    private int start(int index) {
        int start = number(index, "start", 1, 1);
        return start - 1 > text.codePointCount(0, text.length())
                ? text.length() + 1
                : text.offsetByCodePoints(0, start - 1);
    }

    private int[] next(int from) {
        return from > text.length() ? null : matches.next(from);
    }

    /** Where to look for the next match: a character further after an empty one. */
    private int behind(int[] match) {
        boolean isEmpty = match[0] == match[1];
        return !isEmpty
                ? match[1]
                : match[1] >= text.length() ? text.length() + 1 : text.offsetByCodePoints(match[1], 1);
    }

    private long count() {
        long count = 0;
        for (int[] match = next(start(2)); match != null; match = next(behind(match))) {
            count++;
        }
        return count;
    }

    private int[] match(int from, int number) {
        int[] match = next(from);
        for (int i = 1; i < number && match != null; i++) {
            match = next(behind(match));
        }
        return match;
    }

    /** The whole match, or a group; null if that takes no part. */
    private int[] partOf(int[] match, int group) {
        if (match == null || group > expression.groups()) {
            return null;
        }
        int[] places = group == 0 ? match : matches.groups(match);
        return places[2 * group] < 0 ? null : new int[] {places[2 * group], places[2 * group + 1]};
    }

    private String part() {
        int start = start(2);
        int number = number(3, "n", 1, 1);
        int[] part = partOf(match(start, number), number(5, "subexpr", 0, 0));
        return part == null ? null : text.substring(part[0], part[1]);
    }

    private long place() {
        int start = start(2);
        int number = number(3, "n", 1, 1);
        int end = number(4, "endoption", 0, 0);
        if (end > 1) {
            throw invalid("invalid value for parameter \"endoption\": " + end + ". Give 0 or 1.");
        }
        int[] part = partOf(match(start, number), number(6, "subexpr", 0, 0));
        return part == null ? 0 : 1L + text.codePointCount(0, part[end]);
    }

    private List<Object> match() {
        int[] match = matches.next(0);
        if (match == null) {
            return null;
        }
        List<Object> parts = new ArrayList<>();
        int groups = expression.groups();
        int[] places = groups == 0 ? match : matches.groups(match);
        for (int i = Math.min(1, groups); i <= groups; i++) {
            parts.add(places[2 * i] < 0 ? null : text.substring(places[2 * i], places[2 * i + 1]));
        }
        return Collections.unmodifiableList(parts);
    }

    /** What is between matches; an empty match counts only between two unmatched characters. */
    private List<Object> split() {
        List<Object> parts = new ArrayList<>();
        int begin = 0;
        for (int[] match = next(0); match != null; match = next(behind(match))) {
            if (match[0] < text.length() && match[1] > begin) {
                parts.add(text.substring(begin, match[0]));
                begin = match[1];
                ArrayEvaluator.requireShort(parts, row, call.position());
            }
        }
        parts.add(text.substring(begin));
        return Collections.unmodifiableList(parts);
    }

    private String replaced() {
        boolean hasPlace = values.size() > 3 && values.get(3) instanceof Long;
        options(hasPlace ? 5 : 3, true);
        int start = hasPlace ? start(3) : 0;
        int number = number(hasPlace ? 4 : values.size(), "n", isGlobal ? 0 : 1, 0);
        StringBuilder replaced = new StringBuilder();
        int copied = 0;
        int count = 0;
        for (int[] match = next(start); match != null; match = next(behind(match))) {
            if (number > 0 && ++count < number) {
                continue;
            }
            replaced.append(text, copied, match[0]);
            append(replaced, (String) values.get(2), match);
            copied = match[1];
            if (number > 0) {
                break;
            }
        }
        LongValues.requireCharacters(row, (long) replaced.length() + text.length() - copied, call.position());
        return replaced.append(text, copied, text.length()).toString();
    }

    /** {@code \1} is a group, <code>\&amp;</code> the whole match. */
    private void append(StringBuilder replaced, String replacement, int[] match) {
        int[] places = match;
        for (int i = 0; i < replacement.length(); i++) {
            char character = replacement.charAt(i);
            char next = character == '\\' && i + 1 < replacement.length() ? replacement.charAt(i + 1) : 0;
            boolean isNumber = next >= '1' && next <= '9';
            if (isNumber || next == '&') {
                int group = isNumber ? next - '0' : 0;
                if (group > 0 && group <= expression.groups() && places == match) {
                    places = matches.groups(match);
                }
                if (group <= expression.groups() && places[2 * group] >= 0) {
                    replaced.append(text, places[2 * group], places[2 * group + 1]);
                }
                i++;
            } else if (next == '\\') {
                replaced.append('\\');
                i++;
            } else {
                replaced.append(character);
            }
            if (replaced.length() > LongValues.MAX_CHARACTERS) {
                LongValues.requireCharacters(row, replaced.length(), call.position());
            }
        }
    }
}
