package dev.aimonflink.sql;

/** An error in a text, or in its evaluation for a row. The message says what is wrong and how to fix it, the position where. */
public final class SqlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** For an error without a place in the text. */
    public static final int NOWHERE = -1;

    private final SqlState state;
    private final int position;

    /** @param position index in the text where the error begins, or {@link #NOWHERE} */
    public SqlException(SqlState state, int position, String message) {
        // Rows can cause many of them, and the place in this code does not matter.
        super(message, null, false, false);
        this.state = state;
        this.position = position;
    }

    /** Adds a place, unless the error has one. */
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
