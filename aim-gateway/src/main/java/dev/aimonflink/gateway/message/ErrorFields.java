package dev.aimonflink.gateway.message;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/**
 * The fields of an error or notice.
 *
 * @param detail may be null
 * @param hint may be null
 * @param position in characters from 1 on; 0 for none
 */
public record ErrorFields(Severity severity, SqlState state, String message, String detail, String hint, int position) {
    /** For a prepared statement that now has other columns. */
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

    /** The PostgreSQL function by which drivers know that preparing the statement again helps; else null. */
    public String routine() {
        return CHANGED_PLAN.equals(message) ? "RevalidateCachedQuery" : null;
    }

    /** A Java index as PostgreSQL counts it, with surrogate pairs as one character. */
    public static int position(String sql, int index) {
        return index < 0 || index > sql.length() ? 0 : sql.codePointCount(0, index) + 1;
    }
}
