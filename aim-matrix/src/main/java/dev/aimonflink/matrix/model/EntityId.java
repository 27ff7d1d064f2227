package dev.aimonflink.matrix.model;

/**
 * The key of one entity: a number or a text, according to {@link EntityKey#isText()}.
 *
 * @param number 0 if the key is a text
 * @param text null if the key is a number
 */
public record EntityId(long number, String text) {
    public EntityId {
        if (text != null && number != 0) {
            throw new IllegalArgumentException("A key is a number or a text: " + number + " or " + text + ".");
        }
    }

    public static EntityId of(long number) {
        return new EntityId(number, null);
    }

    public static EntityId of(String text) {
        return new EntityId(0, text);
    }

    public boolean isText() {
        return text != null;
    }

    /** A {@link Long} or a {@link String}. */
    public Object value() {
        return isText() ? text : (Object) number;
    }

    @Override
    public String toString() {
        return isText() ? text : Long.toString(number);
    }
}
