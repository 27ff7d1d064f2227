package dev.aimonflink.matrix.model;

/**
 * Makes equal values of attributes one object. Millions of entities live in few cities, and each text that a decoder makes
 * anew takes some 50 bytes.
 *
 * <p>Each attribute has an array of slots, and a value belongs into the one slot of its hash. If the slot holds an equal value,
 * that one is shared; otherwise the value replaces the one in the slot. So memory is bounded, nothing has to be cleaned up,
 * and a value that was replaced is shared again from its next occurrence on. Of 1,000 different values nearly all occurrences
 * are shared, and of as many as there are slots two thirds. An attribute that differs from entity to entity replaces its own
 * values only, which costs a comparison each.
 *
 * <p>{@link String#intern} would not do: it is one table for the whole process, it slows down when names that occur once fill
 * it, and it has no numbers. A map that is full would keep the values that came first, not the frequent ones.
 *
 * <p>Whoever decodes has an instance of its own; it is not safe for several threads.
 */
public final class SharedValues {
    /** 64 KiB for an attribute. */
    static final int SLOTS = 1 << 14;

    /** Longer texts seldom occur twice, and slots would keep them in memory. */
    static final int MAX_TEXT_LENGTH = 64;

    /** Spreads the hashes of small numbers, by 2 to the 32nd divided by the golden ratio. */
    private static final int MULTIPLIER = 0x9E3779B9;

    private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS);

    private final Object[][] slots;

    public SharedValues(int attributes) {
        slots = new Object[attributes][];
    }

    /** An object equal to the value, which may be the value itself. */
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
