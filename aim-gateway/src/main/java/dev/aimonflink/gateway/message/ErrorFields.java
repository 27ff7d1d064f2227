package dev.aimonflink.gateway.message;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/**
 * What an error or a notice says.
 *
 * @param detail null if there is none
 * @param hint null if there is none
 * @param position in characters from 1 on; 0 if it is of no place
 */
public record ErrorFields(Severity severity, SqlState state, String message, String detail, String hint, int position) {
    /** A prepared statement that now has other columns. */
    public static final String CHANGED_PLAN = "cached plan must not change result type";

    /** What becomes of the statement or the connection. */
    public enum Severity {
        NOTICE,
        WARNING,
        ERROR,
        /** The connection is closed. */
        FATAL
    }

    public ErrorFields(Severity severity, SqlState state, String message) {
        this(severity, state, message, null, null, 0);
    }

    /** @param sql the text that its position is in */
    public static ErrorFields of(Severity severity, SqlException failure, String sql) {
        return new ErrorFields(
                severity, failure.state(), failure.getMessage(), null, null, position(sql, failure.position()));
    }

    /** The function of PostgreSQL by which drivers know that preparing the statement again helps; else null. */
    public String routine() {
        return CHANGED_PLAN.equals(message) ? "RevalidateCachedQuery" : null;
    }

    /** The place of a char of Java as PostgreSQL counts, for which a character of two chars is one. */
    public static int position(String sql, int index) {
        return index < 0 || index > sql.length() ? 0 : sql.codePointCount(0, index) + 1;
    }
}
