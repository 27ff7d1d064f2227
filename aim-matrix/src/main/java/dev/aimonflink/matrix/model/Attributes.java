package dev.aimonflink.matrix.model;

import java.util.Arrays;

/**
 * The values of one entity's attributes, by index in {@link EntityType#attributes()}. Immutable.
 *
 * <p>A value is one of
 *
 * <ul>
 *   <li>null, if the profile says nothing of the attribute,
 *   <li>a {@link Boolean},
 *   <li>a {@link Long}: an int, a long, a time in epoch milliseconds, or a decimal without its point,
 *   <li>a {@link Double},
 *   <li>a {@link String}: a text, or the label of an enumeration. Unlike indexes, labels keep their meaning when a model gets other ones.
 * </ul>
 *
 * <p>There can be millions of these. Trailing nulls are not stored, so all entities without a profile share {@link #NONE}.
 */
public final class Attributes {
    /** Each group of an answer carries one. */
    public static final int MAX_TEXT_LENGTH = 1_000;

    public static final Attributes NONE = new Attributes(new Object[0]);

    private final Object[] values;

    private Attributes(Object[] values) {
        this.values = values;
    }

    /** @param values are copied; decoders reuse one array */
    public static Attributes of(Object... values) {
        int length = values.length;
        while (length > 0 && values[length - 1] == null) {
            length--;
        }
        if (length == 0) {
            return NONE;
        }
        Object[] kept = Arrays.copyOf(values, length, Object[].class);
        for (Object value : kept) {
            requireOfAKnownClass(value);
        }
        return new Attributes(kept);
    }

    private static void requireOfAKnownClass(Object value) {
        boolean isKnown = value == null
                || value instanceof String
                || value instanceof Long
                || value instanceof Boolean
                || value instanceof Double;
        if (!isKnown) {
            throw new IllegalArgumentException("A " + value.getClass().getName() + " is no value of an attribute.");
        }
    }

    /** Without trailing nulls. */
    public int size() {
        return values.length;
    }

    public Object value(int attribute) {
        return attribute < values.length ? values[attribute] : null;
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Attributes that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** Such as {@code [CH-8000, null, 7]}. */
    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
