package dev.aimonflink.core.matrix;

import dev.aimonflink.core.partial.TooManyGroupsException;

/**
 * The reason why a query has no answer.
 *
 * @param message one sentence that says what is wrong and how to fix it
 * @param inSql what else is known of a {@link Code#SQL_ERROR}; null with any other code
 */
public record QueryError(Code code, String message, InSql inSql) {
    public QueryError {
        if ((code == Code.SQL_ERROR) != (inSql != null)) {
            throw new IllegalArgumentException(code + (inSql == null ? " needs" : " has no") + " state and position");
        }
    }

    /** An error that is none of SQL. */
    public QueryError(Code code, String message) {
        this(code, message, null);
    }

    /**
     * What PostgreSQL's clients know of an error.
     *
     * @param state PostgreSQL's code, of five characters
     * @param position the character of the text at which the error begins, from 1 on; 0 if it is not of one place
     */
    public record InSql(String state, int position) {}

    public static final QueryError CANCELLED =
            new QueryError(Code.CANCELLED, "The request was cancelled by its client.");

    /** The order is part of the wire format: append only. */
    public enum Code {
        /** The request is no JSON, or not of the documented form. */
        MALFORMED,
        /** The request's text is over its limit. */
        TOO_LARGE,
        UNKNOWN_QUERY,
        /** A parameter is unknown, missing, of the wrong type or out of range. */
        INVALID_PARAMETER,
        /** Too many queries wait in a partition. */
        OVERLOADED,
        /** The partitions answered from different windows; ask again. */
        WINDOW_TURNED,
        TOO_MANY_GROUPS,
        RESULT_TOO_LARGE,
        /** The job restarted while it was answering; ask again. */
        RESTARTED,
        /** The job does not keep a column that the query scans. */
        COLUMN_NOT_KEPT,
        /** A defect of the job, which also logs it. */
        INTERNAL,
        /** Goes with the status TIMEOUT: the deadline passed first. */
        TIMED_OUT,
        /** The text of an SQL query is wrong, or a row makes it fail. */
        SQL_ERROR,
        /** Its client cancelled the request. */
        CANCELLED,
        /** The request to cancel is not on its way. */
        NOT_IN_FLIGHT
    }

    /** @param consequence a sentence after a space, or nothing */
    static QueryError ofDefect(Throwable defect, String consequence) {
        return new QueryError(Code.INTERNAL, "The query failed by a defect of ours: " + defect + consequence);
    }

    public static QueryError of(TooManyGroupsException tooMany) {
        return new QueryError(Code.TOO_MANY_GROUPS, tooMany.getMessage());
    }
}
