package dev.aimonflink.gateway.relation.value;

import dev.aimonflink.sql.type.PgType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The order of values of one type. Texts have the order of their characters' codes, and null is larger than any value. */
public final class Comparing {
    private Comparing() {}

    /** Two values of one type that may be null. */
    public static int nullsLast(Object left, Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? 1 : -1;
        }
        return compare(left, right);
    }

    /** Two values of one type that are not null. */
    @SuppressWarnings("unchecked")
    public static int compare(Object left, Object right) {
        if (left instanceof String text) {
            return characters(text, (String) right);
        } else if (left instanceof Double number) {
            // Adding zero makes both zeros the same one.
            return Double.compare(number + 0.0, (Double) right + 0.0);
        } else if (left instanceof List<?> list) {
            return elements(list, (List<?>) right);
        } else if (left instanceof Object[] row) {
            return elements(Arrays.asList(row), Arrays.asList((Object[]) right));
        } else if (left instanceof byte[] bytes) {
            return Arrays.compareUnsigned(bytes, (byte[]) right);
        } else {
            return ((Comparable<Object>) left).compareTo(right);
        }
    }

    /** As UTF-8 orders them, and not as UTF-16 does, which has rare characters before some others. */
    private static int characters(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char first = left.charAt(i);
            char second = right.charAt(i);
            if (first != second) {
                boolean isRare = Character.isSurrogate(first) != Character.isSurrogate(second);
                return isRare ? (Character.isSurrogate(first) ? 1 : -1) : Character.compare(first, second);
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static int elements(List<?> left, List<?> right) {
        int length = Math.min(left.size(), right.size());
        for (int i = 0; i < length; i++) {
            int order = nullsLast(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /** An object that is equal to that of another value of the same type exactly if the values are. */
    public static Object key(Object value) {
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros();
        } else if (value instanceof Double number) {
            return number + 0.0;
        } else if (value instanceof List<?> list) {
            return keys(list);
        } else if (value instanceof Object[] row) {
            return keys(Arrays.asList(row));
        } else if (value instanceof byte[] bytes) {
            return keys(List.of(Arrays.toString(bytes)));
        } else {
            return value;
        }
    }

    /** The key of several values. */
    public static List<Object> keys(List<?> values) {
        List<Object> keys = new ArrayList<>(values.size());
        values.forEach(value -> keys.add(key(value)));
        return keys;
    }

    /** Whether there is an order of values of the type, or equality at least. */
    public static boolean isComparable(PgType type) {
        return type != PgType.JSON && type != PgType.VOID;
    }
}
