package dev.aimonflink.sql;

/**
 * An error in a text, or in what it computes for a row. The message says what is wrong and how to fix it, and the
 * position says where.
 */
public final class SqlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The position of an error that is of no place in the text. */
    public static final int NOWHERE = -1;

    private final SqlState state;
    private final int position;

    /** @param position the index in the text of the character at which the error begins, or {@link #NOWHERE} */
    public SqlException(SqlState state, int position, String message) {
        // Rows can cause many of them, and no one needs to know where in this code.
        super(message, null, false, false);
        this.state = state;
        this.position = position;
    }

    /** The same error at a place, unless it has one. */
    public SqlException at(int place) {
        return position == NOWHERE ? new SqlException(state, place, getMessage()) : this;
    }

    public SqlState state() {
        return state;
    }

    public int position() {
        return position;
    }
}
