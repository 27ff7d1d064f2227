package dev.aimonflink.sql.bind;

/** A pattern of texts. Two are equal if they match the same texts for the same reason; {@code toString} gives what was written. */
public interface TextPattern {
    boolean matches(String text);

    /** What stands between a text and the pattern, such as {@code LIKE}. */
    String operator();
}
