package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.Interval;
import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** Converts values of one type that are equal in SQL into equal objects. */
public final class CanonicalValue {
    /** An array's elements, ordered like other values: nulls last, longer arrays behind. */
    private static final class Elements extends AbstractList<Object> implements Comparable<Elements>, RandomAccess {
        private final List<Object> values;

        Elements(List<Object> values) {
            this.values = values;
        }

        @Override
        public Object get(int index) {
            return values.get(index);
        }

        @Override
        public int size() {
            return values.size();
        }

        @Override
        public int compareTo(Elements other) {
            for (int i = 0; i < Math.min(values.size(), other.values.size()); i++) {
                int order = compare(values.get(i), other.values.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(values.size(), other.values.size());
        }

        @SuppressWarnings("unchecked")
        private static int compare(Object left, Object right) {
            return left == null || right == null
                    ? Boolean.compare(left == null, right == null)
                    : ((Comparable<Object>) left).compareTo(right);
        }
    }

    private CanonicalValue() {}

    /**
     * A numeric loses trailing zeros, a double zero its sign, and an interval the months that differ from 30 days. Others, and null, stay
     * as they are.
     */
    public static Object of(Object value) {
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros();
        }
        if (value instanceof List<?> array) {
            return new Elements(array.stream().map(CanonicalValue::of).toList());
        }
        if (value instanceof Interval interval) {
            return interval.canonical();
        }
        if (value instanceof Float number) {
            return number + 0.0f;
        }
        // Adding zero makes a zero positive. NaNs are equal objects whatever their bits.
        return value instanceof Double number ? (Object) (number + 0.0) : value;
    }
}
