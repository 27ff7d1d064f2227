package dev.aimonflink.sql.pattern;

/** A pattern of texts. Two are equal if they match the same texts for the same reason; {@code toString} gives what was written. */
public interface TextPattern {
    /** @param position of the expression, for its work */
    boolean matches(String text, Work work, int position);

    default boolean matches(String text) {
        return matches(text, Work.UNLIMITED, 0);
    }

    /** What stands between a text and the pattern, such as {@code LIKE}. */
    String operator();
}
