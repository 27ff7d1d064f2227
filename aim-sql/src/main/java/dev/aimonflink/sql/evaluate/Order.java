package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.util.List;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** The order of values of one type. */
public final class Order {
    private static final int FIRST_SURROGATE = 0xD800;
    private static final int AFTER_SURROGATES = 0xE000;

    private Order() {}

    /** Compares non-null values; NaN is the greatest number and equals itself. */
    public static int compare(Object left, Object right, SqlType type) {
        if (left instanceof String a) {
            return type.is(Kind.ENUM)
                    ? Integer.compare(type.labels().indexOf(a), type.labels().indexOf(right))
                    : compareTexts(a, (String) right);
        } else if (left instanceof Long a) {
            return Long.compare(a, (Long) right);
        } else if (left instanceof BigDecimal a) {
            return a.compareTo((BigDecimal) right);
        } else if (left instanceof Float a) {
            return compareDoubles(a, (Float) right);
        } else if (left instanceof Double a) {
            return compareDoubles(a, (Double) right);
        } else if (left instanceof Boolean a) {
            return Boolean.compare(a, (Boolean) right);
        } else if (left instanceof List<?> a) {
            return compareArrays(a, (List<?>) right, type);
        } else {
            return compareObjects(left, right);
        }
    }

    /** Element by element, with nulls last. */
    private static int compareArrays(List<?> left, List<?> right, SqlType type) {
        if (left == right) {
            return 0;
        }
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            Object a = left.get(i);
            Object b = right.get(i);
            int order = a == null || b == null
                    ? Boolean.compare(a == null, b == null)
                    : compare(a, b, type.is(Kind.ARRAY) ? type.element() : type);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /** Both of one ordered class. */
    @SuppressWarnings("unchecked")
    private static int compareObjects(Object left, Object right) {
        return ((Comparable<Object>) left).compareTo(right);
    }

    /** As numbers, so that both zeros are equal. */
    static int compareDoubles(double left, double right) {
        return left < right ? -1 : left > right ? 1 : left == right ? 0 : Double.compare(left, right);
    }

    /** By UTF-8 bytes, which is collation C. Java orders surrogate pairs below some other chars. */
    public static int compareTexts(String left, String right) {
        final int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            final char a = left.charAt(i);
            final char b = right.charAt(i);
            if (a != b) {
                return a >= FIRST_SURROGATE && b >= FIRST_SURROGATE ? inCodeOrder(a) - inCodeOrder(b) : a - b;
            }
        }
        return left.length() - right.length();
    }

    private static int inCodeOrder(char c) {
        return c >= AFTER_SURROGATES ? c : c + Character.MAX_VALUE;
    }
}
