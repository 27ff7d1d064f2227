package dev.aimonflink.matrix.model;

/**
 * Makes equal values of attributes one object. Millions of entities live in few cities, and each text that a decoder makes takes some 50
 * bytes.
 *
 * <p>Each attribute has an array of slots. If the slot of a value's hash holds an equal one, that is shared; otherwise the value replaces
 * it. So memory is bounded, nothing has to be cleaned up, and a replaced value is shared again from its next occurrence on. Of 1,000
 * different values nearly all occurrences are shared, and of as many as there are slots two thirds. An attribute that differs from entity
 * to entity only replaces its own values, at the cost of a comparison each.
 *
 * <p>{@link String#intern} would not do: its table is global, slows down when names that occur once fill it, and has no numbers. A full map
 * would keep the first values, not the frequent ones.
 *
 * <p>Not thread-safe; each decoder has its own.
 */
public final class SharedValues {
    /** 64 KiB for an attribute. */
    static final int SLOTS = 1 << 14;

    /** Longer texts seldom recur, and slots would keep them in memory. */
    static final int MAX_TEXT_LENGTH = 64;

    /** Spreads the hashes of small numbers, by 2 to the 32nd divided by the golden ratio. */
    private static final int MULTIPLIER = 0x9E3779B9;

    private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS);

    private final Object[][] slots;

    public SharedValues(int attributes) {
        slots = new Object[attributes][];
    }

    public Object share(int attribute, Object value) {
        if (value instanceof Boolean flag) {
            return Boolean.valueOf(flag);
        }
        if (value == null || (value instanceof String text && text.length() > MAX_TEXT_LENGTH)) {
            return value;
        }
        if (slots[attribute] == null) {
            slots[attribute] = new Object[SLOTS];
        }
        int slot = (value.hashCode() * MULTIPLIER) >>> SHIFT;
        Object present = slots[attribute][slot];
        if (value.equals(present)) {
            return present;
        }
        slots[attribute][slot] = value;
        return value;
    }
}
