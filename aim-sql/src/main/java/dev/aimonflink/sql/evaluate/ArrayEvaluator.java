package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.CanonicalValue;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Evaluates arrays, their operators and functions. */
final class ArrayEvaluator {
    /** The most values of a computed array: about as much memory as the longest text. */
    static final int MAX_VALUES = 1 << 16;

    private ArrayEvaluator() {}

    static List<Object> of(Bound.ArrayOf array, Row row) {
        List<Object> values = new ArrayList<>(array.values().size());
        array.values().forEach(value -> values.add(RowEvaluator.evaluate(value, row)));
        return made(values, row, array.position());
    }

    private static List<Object> made(List<Object> values, Row row, int position) {
        requireShort(values, row, position);
        return Collections.unmodifiableList(values);
    }

    /** @throws SqlException if an array has too many values, or these are too long in sum */
    static void requireShort(List<?> array, Row row, int position) {
        requireValues(array.size(), row, position);
        requireSize(LongValues.size(array), row, position);
    }

    private static void requireSize(long size, Row row, int position) {
        row.spend(size, position);
        if (size > LongValues.MAX_CHARACTERS) {
            throw new SqlException(
                    SqlState.OUT_OF_MEMORY,
                    position,
                    "An array that the statement makes would have " + size + " characters, more than "
                            + LongValues.MAX_CHARACTERS + ". Make it of shorter values, as with left(x, 100).");
        }
    }

    private static void requireValues(long count, Row row, int position) {
        row.spend(count, position);
        if (count > MAX_VALUES) {
            throw new SqlException(
                    SqlState.OUT_OF_MEMORY,
                    position,
                    "An array that the statement makes would have " + count + " values, more than " + MAX_VALUES
                            + ". Make shorter ones.");
        }
    }

    /** Null if no value decides and one is null. */
    static Boolean compared(Bound.InArray in, Row row) {
        Object left = RowEvaluator.evaluate(in.left(), row);
        List<?> array = (List<?>) RowEvaluator.evaluate(in.array(), row);
        if (array == null) {
            return null;
        }
        row.spend(array.size(), in.position());
        boolean hasNull = left == null && !array.isEmpty();
        if (left != null) {
            for (Object value : array) {
                if (value == null) {
                    hasNull = true;
                } else if (RowEvaluator.holds(
                                in.operator(),
                                Order.compare(left, value, in.left().type()))
                        != in.isAll()) {
                    return !in.isAll();
                }
            }
        }
        return hasNull ? null : (Boolean) in.isAll();
    }

    static Object evaluate(Bound.Call call, Row row) {
        Object[] arguments = new Object[call.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = RowEvaluator.evaluate(call.arguments().get(i), row);
            if (arguments[i] == null && call.function().isNullWithNull()) {
                return null;
            }
            row.spend(size(arguments[i]), call.position());
        }
        return of(call, arguments, row);
    }

    private static int size(Object argument) {
        return argument instanceof List<?> array ? array.size() : argument instanceof String text ? text.length() : 0;
    }

    private static Object of(Bound.Call call, Object[] arguments, Row row) {
        Object first = arguments[0];
        return switch (call.function()) {
            case SUBSCRIPT -> at((List<?>) first, (Long) arguments[1]);
            case ARRAY_LENGTH, ARRAY_UPPER -> ofDimension(arguments, size(first));
            case ARRAY_LOWER -> ofDimension(arguments, 1);
            case ARRAY_NDIMS -> size(first) == 0 ? null : (Long) 1L;
            case CARDINALITY -> (long) size(first);
            case ARRAY_POSITION -> position((List<?>) first, arguments[1], elementOf(call));
            case ARRAY_APPEND -> joined(first, Collections.singletonList(arguments[1]), call, row);
            case ARRAY_PREPEND -> joined(Collections.singletonList(first), arguments[1], call, row);
            case ARRAY_CAT -> first == null && arguments[1] == null ? null : joined(first, arguments[1], call, row);
            case ARRAY_REMOVE -> without((List<?>) first, arguments[1], elementOf(call));
            case ARRAY_POSITIONS -> positions((List<?>) first, arguments[1], elementOf(call));
            case ARRAY_REPLACE -> replaced((List<?>) first, arguments, call, row);
            case ARRAY_FILL -> filled(first, (List<?>) arguments[1], call, row);
            case TRIM_ARRAY -> trimmed((List<?>) first, (Long) arguments[1], call);
            case ARRAY_TO_STRING -> text(arguments, call, row);
            case STRING_TO_ARRAY -> split(arguments, call, row);
            case ARRAYOVERLAP -> !Collections.disjoint(known(first), known(arguments[1]));
            case ARRAYCONTAINS -> contains(first, arguments[1]);
            default -> contains(arguments[1], first);
        };
    }

    private static SqlType elementOf(Bound.Call call) {
        return call.arguments().get(0).type().element();
    }

    /** Numbered from 1 on. */
    private static Object at(List<?> array, long index) {
        return index < 1 || index > array.size() ? null : array.get((int) index - 1);
    }

    private static Long ofDimension(Object[] arguments, long ofFirst) {
        return (Long) arguments[1] == 1 && size(arguments[0]) > 0 ? (Long) ofFirst : null;
    }

    private static boolean isSame(Object left, Object right, SqlType type) {
        return (left == null || right == null)
                ? (left == null && right == null)
                : Order.compare(left, right, type) == 0;
    }

    private static Long position(List<?> array, Object wanted, SqlType type) {
        for (int i = 0; array != null && i < array.size(); i++) {
            if (isSame(array.get(i), wanted, type)) {
                return i + 1L;
            }
        }
        return null;
    }

    private static List<Object> positions(List<?> array, Object wanted, SqlType type) {
        if (array == null) {
            return null;
        }
        List<Object> positions = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            if (isSame(array.get(i), wanted, type)) {
                positions.add(i + 1L);
            }
        }
        return Collections.unmodifiableList(positions);
    }

    private static List<Object> replaced(List<?> array, Object[] arguments, Bound.Call call, Row row) {
        if (array == null) {
            return null;
        }
        List<Object> values = new ArrayList<>(array);
        values.replaceAll(value -> isSame(value, arguments[1], elementOf(call)) ? arguments[2] : value);
        return made(values, row, call.position());
    }

    private static List<Object> filled(Object value, List<?> counts, Bound.Call call, Row row) {
        if (counts == null || counts.stream().anyMatch(Objects::isNull)) {
            throw new SqlException(
                    SqlState.NULL_NOT_ALLOWED,
                    call.position(),
                    "dimension values cannot be null. Write ARRAY[3] for three values.");
        }
        if (counts.size() > 1) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    call.position(),
                    "Arrays of arrays are not supported. Write one array with all values.");
        }
        long count = counts.isEmpty() ? 0 : (Long) counts.get(0);
        requireValues(count, row, call.position());
        if (count < 0) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    call.position(),
                    "array size is negative. Write ARRAY[3] for three values.");
        }
        requireSize(count * (1 + LongValues.size(value)), row, call.position());
        return Collections.nCopies((int) count, value);
    }

    private static List<?> trimmed(List<?> array, long count, Bound.Call call) {
        if (count < 0 || count > array.size()) {
            throw new SqlException(
                    SqlState.INVALID_ARRAY_ELEMENT,
                    call.position(),
                    "number of elements to trim must be between 0 and " + array.size() + ". Give fewer.");
        }
        return array.subList(0, array.size() - (int) count);
    }

    /** Null stands for an empty array. */
    private static List<Object> joined(Object left, Object right, Bound.Call call, Row row) {
        List<Object> values = new ArrayList<>(left == null ? List.of() : (List<?>) left);
        values.addAll(right == null ? List.of() : (List<?>) right);
        return made(values, row, call.position());
    }

    private static List<Object> without(List<?> array, Object removed, SqlType type) {
        if (array == null) {
            return null;
        }
        List<Object> values = new ArrayList<>(array);
        values.removeIf(value -> isSame(value, removed, type));
        return Collections.unmodifiableList(values);
    }

    /** Nulls are equal to nothing. */
    private static Set<Object> known(Object array) {
        Set<Object> known = new HashSet<>();
        ((List<?>) array)
                .stream().filter(Objects::nonNull).map(CanonicalValue::of).forEach(known::add);
        return known;
    }

    private static boolean contains(Object array, Object part) {
        return ((List<?>) part).stream().noneMatch(Objects::isNull)
                && known(array).containsAll(known(part));
    }

    /** Nulls are left out, unless there is a text for them. */
    private static String text(Object[] arguments, Bound.Call call, Row row) {
        if (arguments[0] == null || arguments[1] == null) {
            return null;
        }
        String ofNull = arguments.length > 2 ? (String) arguments[2] : null;
        LongValues.requireCharacters(row, LongValues.size(arguments[0]), call.position());
        List<String> texts = Casts.texts((List<?>) arguments[0]).stream()
                .map(text -> text == null ? ofNull : text)
                .filter(Objects::nonNull)
                .toList();
        long characters = (long) size(arguments[1]) * Math.max(0, texts.size() - 1);
        characters += texts.stream().mapToLong(String::length).sum();
        LongValues.requireCharacters(row, characters, call.position());
        return String.join((String) arguments[1], texts);
    }

    /** Without a separator, each character is a part; with an empty one, the whole text is. */
    private static List<Object> split(Object[] arguments, Bound.Call call, Row row) {
        String text = (String) arguments[0];
        String separator = (String) arguments[1];
        if (text == null) {
            return null;
        }
        List<Object> parts = new ArrayList<>();
        if (separator == null) {
            requireValues(text.length(), row, call.position());
            text.codePoints().mapToObj(Character::toString).forEach(parts::add);
        } else if (!text.isEmpty()) {
            int from = 0;
            int end = separator.isEmpty() ? -1 : TextSearch.indexOf(text, separator, 0);
            for (; end >= 0; end = TextSearch.indexOf(text, separator, from)) {
                parts.add(text.substring(from, end));
                from = end + separator.length();
            }
            parts.add(text.substring(from));
        }
        Object ofNull = arguments.length > 2 ? arguments[2] : null;
        parts.replaceAll(part -> part.equals(ofNull) ? null : part);
        return made(parts, row, call.position());
    }
}
