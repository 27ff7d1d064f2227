package dev.aimonflink.sql.pattern;

/** A pattern of texts. Equal patterns match the same texts for the same reason; {@code toString} returns the original. */
public interface TextPattern {
    boolean matches(String text, Work work, int position);

    default boolean matches(String text) {
        return matches(text, Work.UNLIMITED, 0);
    }

    /** The operator between text and pattern, such as {@code LIKE}. */
    String operator();
}
