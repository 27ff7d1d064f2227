package dev.aimonflink.sql.text;

/** What a text may contain at most, so that no text takes long to parse or overflows the stack. */
public final class SqlLimits {
    public static final int MAX_CHARACTERS = 64 * 1024;

    /** Where the caller says no other number. */
    public static final int MAX_STATEMENTS = 100;

    /** Of queries in queries and expressions in expressions, together. */
    public static final int MAX_DEPTH = 100;

    /** Of the tree: each operator in a row has those before it below itself. Parentheses count too. */
    public static final int MAX_HEIGHT = 250;

    /** Of one statement. */
    public static final int MAX_NODES = 4_096;

    public static final int MAX_LIST_VALUES = 10_000;

    private SqlLimits() {}
}
