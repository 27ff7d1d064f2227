package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.Environment;
import dev.aimonflink.gateway.relation.value.Casts;
import dev.aimonflink.gateway.relation.value.Comparing;
import dev.aimonflink.gateway.relation.value.Operators;
import dev.aimonflink.sql.evaluate.TextSearch;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Functions of arrays, all of which have one dimension. */
final class ArrayFunctions {
    private ArrayFunctions() {}

    static void addTo(FunctionTable table) {
        table.strict(
                "array_length(anyarray, int4) int4",
                (e, a) -> isFirst(a) ? (Long) (long) list(a[0]).size() : null);
        for (PgType vector : List.of(PgType.INT2VECTOR, PgType.OIDVECTOR)) {
            table.strict("array_lower(" + vector.typeName() + ", int4) int4", (e, a) -> isFirst(a) ? 0L : null);
            table.strict(
                    "array_upper(" + vector.typeName() + ", int4) int4",
                    (e, a) -> isFirst(a) ? list(a[0]).size() - 1L : null);
        }
        table.strict("array_lower(anyarray, int4) int4", (e, a) -> isFirst(a) ? 1L : null);
        table.strict(
                "array_upper(anyarray, int4) int4",
                (e, a) -> isFirst(a) ? (Long) (long) list(a[0]).size() : null);
        table.strict("array_ndims(anyarray) int4", (e, a) -> list(a[0]).isEmpty() ? null : 1L);
        table.strict("cardinality(anyarray) int4", (e, a) -> (long) list(a[0]).size());
        table.lenient("array_position(anyarray, anyelement) int4", (e, a) -> a[0] == null ? null : position(a));
        table.lenient("array_append(anyarray, anyelement) anyarray", (e, a) -> added(a[0], a[1], false));
        table.lenient("array_prepend(anyelement, anyarray) anyarray", (e, a) -> added(a[1], a[0], true));
        table.strict("array_cat(anyarray, anyarray) anyarray", (e, a) -> Operators.joined(list(a[0]), list(a[1])));
        table.lenient("array_remove(anyarray, anyelement) anyarray", (e, a) -> a[0] == null ? null : removed(a));
        table.strict("arrayoverlap(anyarray, anyarray) bool", (e, a) -> !Collections.disjoint(keys(a[0]), keys(a[1])));
        table.strict("arraycontains(anyarray, anyarray) bool", (e, a) -> contains(a[0], a[1]));
        table.strict("arraycontained(anyarray, anyarray) bool", (e, a) -> contains(a[1], a[0]));
        table.lenient(
                "string_to_array(text, text) _text",
                (e, a) -> a[0] == null ? null : split((String) a[0], (String) a[1]));
        table.lenient(
                "string_to_array(text, text, text) _text",
                (e, a) -> a[0] == null
                        ? null
                        : new ArrayList<>(split((String) a[0], (String) a[1]).stream()
                                .map(part -> part.equals(a[2]) ? null : part)
                                .toList()));
        for (PgType type : PgType.values()) {
            if (type.isArray()) {
                table.lenient(
                        "array_to_string(" + type.typeName() + ", text, text?) text",
                        (e, a) -> a[0] == null || a[1] == null ? null : joined(a, texts(a[0], type, e)));
            }
        }
    }

    private static List<?> list(Object array) {
        return (List<?>) array;
    }

    private static boolean isFirst(Object[] arguments) {
        return (Long) arguments[1] == 1 && !list(arguments[0]).isEmpty();
    }

    /** What equal values have in common; nulls are equal to nothing. */
    private static Set<Object> keys(Object array) {
        return list(array).stream().filter(Objects::nonNull).map(Comparing::key).collect(Collectors.toSet());
    }

    private static boolean contains(Object array, Object part) {
        return list(part).stream().noneMatch(Objects::isNull) && keys(array).containsAll(keys(part));
    }

    private static boolean isSame(Object left, Object right) {
        return Comparing.nullsLast(left, right) == 0;
    }

    private static Long position(Object[] arguments) {
        List<?> list = list(arguments[0]);
        for (int i = 0; i < list.size(); i++) {
            if (isSame(list.get(i), arguments[1])) {
                return i + 1L;
            }
        }
        return null;
    }

    private static List<Object> added(Object array, Object value, boolean isFirst) {
        List<Object> values = new ArrayList<>(array == null ? List.of() : list(array));
        values.add(isFirst ? 0 : values.size(), value);
        return values;
    }

    private static List<Object> removed(Object[] arguments) {
        List<Object> values = new ArrayList<>(list(arguments[0]));
        values.removeIf(value -> isSame(value, arguments[1]));
        return values;
    }

    /** Without a separator, each character is a part. */
    static List<String> split(String text, String separator) {
        if (text.isEmpty()) {
            return List.of();
        }
        return separator == null
                ? text.codePoints().mapToObj(Character::toString).toList()
                : parts(text, separator);
    }

    static List<String> parts(String text, String separator) {
        if (separator.isEmpty()) {
            return List.of(text);
        }
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int end = TextSearch.indexOf(text, separator, 0);
                end >= 0;
                end = TextSearch.indexOf(text, separator, from)) {
            parts.add(text.substring(from, end));
            from = end + separator.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static List<Object> texts(Object array, PgType type, Environment environment) {
        List<Object> texts = new ArrayList<>();
        for (Object value : list(array)) {
            boolean isTruth = type.element() == PgType.BOOL && value != null;
            texts.add(
                    isTruth
                            ? ((Boolean) value ? "t" : "f")
                            : Casts.convert(value, type.element(), PgType.TEXT, environment));
        }
        return texts;
    }

    private static String joined(Object[] arguments, List<Object> texts) {
        Object ofNull = arguments.length > 2 ? arguments[2] : null;
        return TextFunctions.joined(
                texts.stream()
                        .map(text -> text == null ? ofNull : text)
                        .filter(Objects::nonNull)
                        .map(String.class::cast)
                        .toList(),
                (String) arguments[1]);
    }
}
