package dev.aimonflink.sql.text;

/** What a text may contain at most, so that no text takes long to parse or overflows the stack. */
public final class SqlLimits {
    public static final int MAX_CHARACTERS = 64 * 1024;
    public static final int MAX_DEPTH = 100;
    public static final int MAX_NODES = 4_096;
    public static final int MAX_LIST_VALUES = 10_000;

    private SqlLimits() {}
}
