package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.CanonicalValue;
import dev.aimonflink.sql.evaluate.Row;
import java.util.Arrays;

/**
 * Values that are looked up together; nulls are equal.
 *
 * <p>Ordered only for hash maps, which then search faster among equal hash codes: texts with the same one can be made at will.
 */
final class Key implements Comparable<Key> {
    private static final int FACTOR = 0x9E3779B1;

    private final Object[] values;
    private final int hashCode;

    private Key(Object[] canonical) {
        values = canonical;
        int hash = 0;
        for (Object value : canonical) {
            // The factor of Arrays.hashCode is so small that pairs of small numbers collide.
            hash = (Integer.rotateLeft(hash, 5) ^ (value == null ? 0 : value.hashCode())) * FACTOR;
        }
        hashCode = hash;
    }

    static Key of(Object... values) {
        Object[] canonical = new Object[values.length];
        Arrays.setAll(canonical, i -> CanonicalValue.of(values[i]));
        return new Key(canonical);
    }

    static Key of(Row row, int columns) {
        return of(values(row, columns));
    }

    static Object[] values(Row row, int columns) {
        Object[] values = new Object[columns];
        Arrays.setAll(values, row::value);
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key key && hashCode == key.hashCode && Arrays.equals(values, key.values);
    }

    @Override
    public int hashCode() {
        return hashCode;
    }

    @Override
    public int compareTo(Key other) {
        for (int i = 0; i < values.length; i++) {
            int order = compare(values[i], other.values[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Both of one ordered class. */
    @SuppressWarnings("unchecked")
    private static int compare(Object left, Object right) {
        return left == null || right == null
                ? Boolean.compare(left != null, right != null)
                : ((Comparable<Object>) left).compareTo(right);
    }
}
