package dev.aimonflink.sql.type;

/**
 * A column of rows for a client.
 *
 * @param modifier like {@code pg_attribute.atttypmod}; {@link #NO_MODIFIER} if the type has none
 */
public record PgColumn(String name, PgType type, int modifier) {
    public static final int NO_MODIFIER = -1;

    /** What PostgreSQL adds to the numbers of a {@code numeric}, for historical reasons. */
    private static final int HEADER = 4;

    public PgColumn(String name, PgType type) {
        this(name, type, NO_MODIFIER);
    }

    /** The modifier of {@code numeric(precision, scale)}. */
    public static int numeric(int precision, int scale) {
        return (precision << 16 | scale) + HEADER;
    }
}
