package dev.aimonflink.sql.text;

/** The limits of a text, so that none takes long to parse or overflows the stack. */
public final class SqlLimits {
    public static final int MAX_CHARACTERS = 64 * 1024;

    /** The default. */
    public static final int MAX_STATEMENTS = 100;

    /** How deep queries and expressions may nest, together. */
    public static final int MAX_DEPTH = 100;

    /** The greatest height of the tree, including parentheses: each operator in a chain has the previous ones below itself. */
    public static final int MAX_HEIGHT = 250;

    public static final int MAX_NODES = 4_096;

    public static final int MAX_LIST_VALUES = 10_000;

    private SqlLimits() {}
}
